// Spec 2.3.2.1: inherited constructors that are overloaded on restrictions.
#include "both_sides.h"

#include <amp.h>
#include <gtest/gtest.h>

namespace {

using milliamp::tests::both;
using milliamp::tests::values_of;

struct base {
  int value;
  explicit base(int x) restrict(cpu) : value(10 * x) {}
  explicit base(int x) restrict(amp) : value(20 * x) {}
  ~base() restrict(cpu, amp) {}
};
struct inheriting : base {
  using base::base;
};
struct inheriting_again : inheriting {
  using inheriting::inheriting;
};
template <class T>
struct inheriting_template : T {
  using T::T;
};

struct constructed {
  int value;
  constructed() restrict(cpu) : value(1) {}
  constructed() restrict(amp) : value(2) {}
};
struct with_member : base {
  using base::base;
  constructed member;
};

struct base_for_both {
  int value;
  explicit base_for_both(int x) restrict(cpu, amp) : value(x) {}
  template <class T>
  base_for_both(T x, int y) restrict(cpu, amp) : value(static_cast<int>(x) + y) {}
};
struct with_members_for_both : base_for_both {
  using base_for_both::base_for_both;
  constructed member;
  constructed members[2];
};
template <class T>
struct template_with_member : base_for_both {
  using base_for_both::base_for_both;
  T member;
};

int inherited_values(int x) restrict(cpu, amp) {
  const inheriting object(x);
  const inheriting in_braces{x};
  const inheriting_template<base> of_template(x);
  return object.value + in_braces.value + of_template.value;
}
int inherited_twice(int x) restrict(cpu, amp) { return inheriting_again(x).value; }
int inherited_beside_member(int x) restrict(cpu, amp) {
  const with_member object(x);
  return object.value + object.member.value;
}

int inherited_for_both(int x) restrict(cpu, amp) {
  const with_members_for_both object(x);
  return object.value + object.member.value + object.members[1].value;
}
int inherited_templates(int x) restrict(cpu, amp) {
  const with_members_for_both object(1.0f, x);
  const template_with_member<constructed> of_template(2.0f, x);
  return object.value + object.member.value + of_template.value + of_template.member.value;
}

TEST(InheritedConstructors, AreOverloadedAsThoseOfTheBase) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return inherited_values(1); }), (both{60, 30}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return inherited_twice(2); }), (both{40, 20}));
}

TEST(InheritedConstructors, ConstructMembersForTheirRestrictions) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return inherited_beside_member(1); }),
            (both{22, 11}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return inherited_for_both(1); }), (both{5, 3}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return inherited_templates(1); }), (both{9, 7}));
}

}  // namespace
