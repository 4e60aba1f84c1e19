#include <amp.h>
#include <gtest/gtest.h>

#include <cstring>

using namespace concurrency;

namespace {

TEST(Infrastructure, TestsLinkTheLibrary) {
  const invalid_compute_domain error("extent is 0");
  EXPECT_STREQ(error.what(), "extent is 0");
}

// index<> is unambiguous although <cstring> has declared the C library's index().
TEST(Infrastructure, IndexIsNotTheCLibrarys) { EXPECT_EQ((index<2>(3, 4)[1]), 4); }

}  // namespace
