#include <amp.h>
#include <amp_graphics.h>
#include <gtest/gtest.h>

#include <cstring>

/// A namespace that programs often have.
namespace detail {
constexpr int number = 7;
}

using namespace concurrency;
using namespace concurrency::graphics;

namespace {

TEST(Infrastructure, TestsLinkTheLibrary) {
  const invalid_compute_domain error("extent is 0");
  EXPECT_STREQ(error.what(), "extent is 0");
}

// index<> is unambiguous although <cstring> has declared the C library's index().
TEST(Infrastructure, IndexIsNotTheCLibrarys) { EXPECT_EQ((index<2>(3, 4)[1]), 4); }

// Nor is there another namespace `detail` than the program's.
TEST(Infrastructure, DetailIsTheProgramsNamespace) { EXPECT_EQ(detail::number, 7); }

}  // namespace
