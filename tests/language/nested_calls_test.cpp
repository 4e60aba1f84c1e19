// Spec 2.3.2.1: calls in the arguments of calls, so deep that a choice between two calls could not
// repeat them.
#include "both_sides.h"

#include <amp.h>
#include <gtest/gtest.h>

namespace {

using milliamp::tests::both;
using milliamp::tests::values_of;

constexpr int on_cpu = 1;
constexpr int on_amp = 2;

int next(int x) { return x + on_cpu; }
int next(int x) restrict(amp) { return x + on_amp; }

struct number {
  int value;
  number plus(number other) const { return {value + other.value + on_cpu}; }
  number plus(number other) const restrict(amp) { return {value + other.value + on_amp}; }
  number operator+(const number& other) const { return plus(other); }
  number operator+(const number& other) const restrict(amp) { return plus(other); }
  number& increment() {
    value += on_cpu;
    return *this;
  }
  number& increment() restrict(amp) {
    value += on_amp;
    return *this;
  }
  number* increment_pointer() { return &increment(); }
  number* increment_pointer() restrict(amp) { return &increment(); }
};
number operator*(number one, number other) { return {one.value * other.value + on_cpu}; }
number operator*(number one, number other) restrict(amp) {
  return {one.value * other.value + on_amp};
}

#define TWICE(...) __VA_ARGS__ __VA_ARGS__
#define OFTEN(...) TWICE(TWICE(TWICE(TWICE(TWICE(__VA_ARGS__)))))
constexpr int often = 32;

int of_functions() restrict(cpu, amp) {
  return next(next(next(
      next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(next(
          next(next(next(next(next(next(next(next(next(next(next(0))))))))))))))))))))))))))))))));
}
int of_members() restrict(cpu, amp) {
  const number zero{0};
  return zero OFTEN(.plus(zero)).value;
}
int of_objects() restrict(cpu, amp) {
  number zero{0};
  return zero OFTEN(.increment()).value;
}
int of_pointers() restrict(cpu, amp) {
  number zero{0};
  number* pointer = &zero;
  return pointer OFTEN(->increment_pointer())->value;
}
int of_member_operators() restrict(cpu, amp) {
  const number zero{0};
  return (zero OFTEN(+zero)).value;
}
int of_operators() restrict(cpu, amp) {
  const number one{1};
  return (one OFTEN(*one)).value - 1;
}

// The instances share the calls, on which nothing depends.
template <class T>
T of_template(T x) restrict(cpu, amp) {
  return x + number{0} OFTEN(.plus(number{0})).value;
}

TEST(NestedCalls, Dispatch) {
  const both all{often * on_amp, often * on_cpu};
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return of_functions(); }), all);
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return of_members(); }), all);
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return of_objects(); }), all);
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return of_pointers(); }), all);
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return of_member_operators(); }), all);
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return of_operators(); }), all);
}

TEST(NestedCalls, DispatchInInstancesOfTemplates) {
  const auto sum = []() restrict(cpu, amp) { return of_template(0) + int(of_template(0u)); };
  EXPECT_EQ(values_of(sum), (both{2 * often * on_amp, 2 * often * on_cpu}));
}

}  // namespace
