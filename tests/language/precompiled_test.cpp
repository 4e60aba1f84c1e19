// Spec 2.3: overloads on restrictions that come from a precompiled header.
#include "precompiled_overloads.h"

#include <gtest/gtest.h>

namespace {

using milliamp::tests::both;
using milliamp::tests::values_of;

TEST(PrecompiledOverloads, AreChosenByTheCaller) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return precompiled_function(); }), (both{2, 1}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return precompiled_class<int>().member(); }),
            (both{4, 3}));
}

TEST(PrecompiledOverloads, AreChosenInPrecompiledFunctions) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return precompiled_caller(); }), (both{42, 31}));
}

TEST(PrecompiledOverloads, LeaveImplicitMembersAsTheyAre) {
  precompiled_class<int> one{{1, 2}};
  precompiled_class<int> other{{3, 4}};
  one = other;
  EXPECT_EQ(one.values, other.values);
}

}  // namespace
