// Spec 4.7: access_type.
#include <amp.h>
#include <gtest/gtest.h>

#include <type_traits>

namespace {

using namespace concurrency;

static_assert(std::is_enum_v<access_type>);
static_assert(access_type_none == 0);
static_assert(access_type_read_write == (access_type_read | access_type_write));
static_assert((access_type_read & access_type_write) == access_type_none);
static_assert((access_type_read_write & access_type_read) == access_type_read);
static_assert(access_type_auto != access_type_none);
static_assert(access_type_auto != access_type_read_write);

TEST(AccessType, BehavesAsBitwiseFlags) {
  access_type type = access_type_read;
  type = type | access_type_write;
  EXPECT_EQ(type, access_type_read_write);
  EXPECT_TRUE(type & access_type_write);
  EXPECT_FALSE(access_type_read & access_type_write);
  type &= access_type_write;
  EXPECT_EQ(type, access_type_write);
  type |= access_type_read;
  EXPECT_EQ(type, access_type_read_write);
}

}  // namespace
