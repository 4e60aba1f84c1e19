// Spec 2.3.2.1: values that the compiler evaluates for host code, and that amp code has at run
// time, where constexpr functions for both call overloads.
#include "both_sides.h"

#include <gtest/gtest.h>

constexpr int where() restrict(cpu) { return 1; }
constexpr int where() restrict(amp) { return 2; }
constexpr int between() restrict(cpu, amp) { return where(); }
constexpr int plus(int x) restrict(cpu) { return x + 1; }
constexpr int plus(int x) restrict(amp) { return x + 10; }
struct adder {
  int by;
  constexpr int plus(int x) const restrict(cpu) { return x + by; }
  constexpr int plus(int x) const restrict(amp) { return x + 10 * by; }
};
constexpr int nested(int x) restrict(cpu, amp) {
  return plus(plus(plus(plus(plus(plus(plus(plus(plus(plus(x))))))))));
}
constexpr int nested_members(adder a, int x) restrict(cpu, amp) {
  return a.plus(a.plus(a.plus(a.plus(a.plus(a.plus(a.plus(a.plus(a.plus(a.plus(x))))))))));
}

// Outside of namespaces, the functions are complete before they are evaluated.
constexpr int of_host = between();
static_assert(between() == 1 && nested(0) == 10 && nested_members({1}, 0) == 10);
int elements[between()];
template <int value = between()>
int argument() {
  return value;
}

namespace milliamp::tests {
namespace {

constexpr int where() restrict(cpu) { return 1; }
constexpr int where() restrict(amp) { return 2; }
constexpr int between() restrict(cpu, amp) { return where(); }
constexpr int around() restrict(cpu, amp) { return between(); }
constexpr int for_amp() restrict(amp) { return 10 * between(); }
constexpr int by_default(int x = where()) restrict(cpu, amp) { return x; }
constexpr int by_default_between(int x = between()) restrict(cpu, amp) { return x; }
template <class T>
constexpr T instance(T x) restrict(cpu, amp) {
  return x + where();
}
struct initialized {
  int value = where();
};
struct initialized_between {
  int value = between();
};
struct constructed {
  int value;
  constexpr constructed() restrict(cpu, amp) : value(where()) {}
  constexpr int get() const restrict(cpu, amp) { return value + where(); }
  constexpr operator int() const restrict(cpu, amp) { return get(); }
};
struct members {
  static constexpr int where() restrict(cpu) { return 1; }
  static constexpr int where() restrict(amp) { return 2; }
  static constexpr int between() restrict(cpu, amp) { return where(); }
  int in_amp_code() const restrict(amp) {
    const int constant = between();
    return constant;
  }
};

constexpr int of_host = between();
static_assert(around() == 1 && instance(0) == 1 && by_default() == 1 && constructed() == 2);

int sum() restrict(cpu, amp) {
  const int direct = where();
  const int called = between();
  const int nested = around();
  const int from_default = by_default() + by_default_between();
  const int from_template = instance(0);
  const int converted = constructed();
  const int copied = called;
  const int element[2] = {between(), instance(0)};
  const initialized aggregate{};
  const initialized_between aggregate_between{};
  const int& reference = between();
  const auto lambda = []() restrict(cpu, amp) { return where(); };
  const int of_lambda = lambda();
  return direct + called + nested + from_default + from_template + converted + copied + element[0] +
         element[1] + aggregate.value + aggregate_between.value + initialized().value +
         initialized_between().value + reference + of_lambda;
}

int constant_in_amp_code() restrict(cpu) { return 0; }
int constant_in_amp_code() restrict(amp) {
  const int called = between();
  const int of_amp_function = for_amp();
  constexpr int direct = where();
  int of_direct[where()] = {};
  static_assert(sizeof(of_direct) == 2 * sizeof(int));
  return called + of_amp_function + direct + members().in_amp_code();
}

[[maybe_unused]] int throwing_for_amp(int x) noexcept { return x; }
[[maybe_unused]] int throwing_for_amp(int x) restrict(amp) { return x; }
[[maybe_unused]] int throwing_for_cpu(int x) { return x; }
[[maybe_unused]] int throwing_for_cpu(int x) restrict(amp) noexcept { return x; }
struct throwing {
  int value;
  throwing() noexcept : value(1) {}
  throwing() restrict(amp) : value(2) {}
  int member() const { return value; }
  int member() const restrict(amp) noexcept { return value; }
};
int by_noexcept(int x = noexcept(throwing_for_amp(0))) restrict(cpu, amp) { return x; }
template <class T>
int exceptions(T x) restrict(cpu, amp) {
  const throwing object;
  const bool of_constant = noexcept(throwing_for_amp(x));
  return of_constant + 10 * noexcept(throwing_for_cpu(throwing_for_cpu(x))) +
         100 * noexcept(throwing_for_cpu(throwing_for_amp(x))) + 1000 * noexcept(throwing()) +
         10000 * noexcept(object.member()) + 100000 * by_noexcept();
}

TEST(Constants, OfExceptionsAreThoseOfTheOverload) {
  const auto function = []() restrict(cpu, amp) { return exceptions(0); };
  EXPECT_EQ(values_of(function), (both{10010, 101001}));
}

TEST(Constants, OfHostCodeHaveItsValues) {
  EXPECT_EQ(::of_host, 1);
  EXPECT_EQ(of_host, 1);
  EXPECT_EQ(sizeof(elements), sizeof(int));
  EXPECT_EQ(argument(), 1);
}

TEST(Constants, OfAmpCodeHaveItsValues) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return sum(); }), (both{34, 17}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return constant_in_amp_code(); }), (both{26, 0}));
}

TEST(Constants, OfEitherDependOnNoNesting) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return nested(0); }), (both{100, 10}));
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return nested_members({1}, 0); }), (both{100, 10}));
}

}  // namespace
}  // namespace milliamp::tests
