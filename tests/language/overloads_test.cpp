// Spec 2.3: overloads on restrictions, by what they return to host code and to a kernel.

namespace {

// Restrictions are part of the language, and need no header.
int before_headers() restrict(cpu) { return 1; }
int before_headers() restrict(amp) { return 2; }
int calling_before_headers() restrict(cpu, amp) { return before_headers(); }

}  // namespace

#include "both_sides.h"

#include <amp.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

using namespace concurrency;

constexpr int on_cpu = 1;
constexpr int on_amp = 2;

int free_function() restrict(cpu) { return on_cpu; }
int free_function() restrict(amp) { return on_amp; }

int without_specifier() { return on_cpu; }
int without_specifier() restrict(amp) { return on_amp; }

auto trailing(int x) -> int { return x + on_cpu; }
auto trailing(int x) restrict(amp) -> int { return x + on_amp; }

template <class T>
T function_template(T x) {
  return x + on_cpu;
}
template <class T>
T function_template(T x) restrict(amp) {
  return x + on_amp;
}

struct overloaded {
  int value;
  overloaded() : value(on_cpu) {}
  overloaded() restrict(amp) : value(on_amp) {}
  explicit overloaded(int x) : value(x + on_cpu) {}
  explicit overloaded(int x) restrict(amp) : value(x + on_amp) {}
  int member() const { return on_cpu; }
  int member() const restrict(amp) { return on_amp; }
  static int static_member() { return on_cpu; }
  static int static_member() restrict(amp) { return on_amp; }
  int operator+(int x) const { return x + on_cpu; }
  int operator+(int x) const restrict(amp) { return x + on_amp; }
  int operator()() const { return on_cpu; }
  int operator()() const restrict(amp) { return on_amp; }
  operator float() const { return on_cpu; }
  operator float() const restrict(amp) { return on_amp; }
};

template <class T>
struct class_template {
  T member() const { return on_cpu; }
  T member() const restrict(amp) { return on_amp; }
};

struct of_implicit_constructor {
  overloaded member;
};

struct of_explicit_constructor {
  overloaded member;
  overloaded with_argument;
  of_explicit_constructor() restrict(cpu, amp) : with_argument(10) {}
};

struct copied {
  int value = 0;
  copied() restrict(cpu, amp) {}
  copied(const copied& other) : value(other.value + on_cpu) {}
  copied(const copied& other) restrict(amp) : value(other.value + on_amp) {}
  copied& operator=(const copied& other) {
    value = other.value + 10 * on_cpu;
    return *this;
  }
  copied& operator=(const copied& other) restrict(amp) {
    value = other.value + 10 * on_amp;
    return *this;
  }
};

struct of_implicit_copy {
  copied member;
};
struct of_defaulted_copy {
  overloaded member;
  copied other;
  of_defaulted_copy() = default;
  of_defaulted_copy(const of_defaulted_copy&) = default;
  of_defaulted_copy& operator=(const of_defaulted_copy&) = default;
};
int of_defaulted_copies() restrict(cpu, amp) {
  of_defaulted_copy first;
  of_defaulted_copy second = first;
  first = second;
  return first.other.value + 100 * first.member.value;
}
int of_copies() restrict(cpu, amp) {
  of_implicit_copy first;
  of_implicit_copy second = first;
  first = second;
  return first.member.value;
}

template <class T>
struct of_instantiated_copy {
  T member;
  int more = free_function();
};
int of_instantiated_copies() restrict(cpu, amp) {
  of_instantiated_copy<copied> first;
  of_instantiated_copy<copied> second = first;
  first = second;
  return first.member.value + 100 * second.more;
}

struct of_default_initializer {
  int value = free_function() + 10;
};

int of_default_argument(int x = free_function() + 10) restrict(cpu, amp) { return x; }
struct of_member_argument {
  int value;
  of_member_argument(int x = free_function() + 10) restrict(cpu, amp) : value(x) {}
  int member(int x = free_function()) const restrict(cpu, amp) { return value + x; }
};
template <class T>
T of_template_argument(T x, T y = free_function()) restrict(cpu, amp) {
  return x + y;
}

int of_deduced(int x) restrict(auto) { return x + free_function(); }
template <class T>
struct deduced {
  T value;
  deduced(T x) restrict(auto) : value(x + free_function()) {}
  T member() const restrict(cpu, auto) { return of_deduced(value); }
};

struct counted {
  int value;
  explicit counted(int x) restrict(cpu, amp) : value(x) {}
  counted(const counted& other) restrict(cpu, amp) : value(other.value + 10) {}
  ~counted() restrict(cpu, amp) { value = 0; }
};
counted make_counted() { return counted(on_cpu); }
counted make_counted() restrict(amp) { return counted(on_amp); }
struct of_class_initializer {
  int first = 10;
  counted made = make_counted();
  overloaded constructed = overloaded();
};
struct of_nested_initializer {
  of_class_initializer inner;
  int value = free_function();
};
int of_initializers() restrict(cpu, amp) {
  const of_nested_initializer all;
  const of_class_initializer aggregate{0};
  return all.inner.made.value + all.inner.constructed.value + all.value + aggregate.made.value;
}
int of_class_argument(counted made = make_counted(),
                      overloaded constructed = overloaded()) restrict(cpu, amp) {
  return made.value + constructed.value;
}

struct of_inherited_constructors : overloaded {
  using overloaded::overloaded;
  int more = free_function();
};

int of_init_capture() restrict(cpu, amp) {
  auto lambda = [made = free_function()]() restrict(cpu, amp) { return made + free_function(); };
  return lambda();
}

int only_for_amp() restrict(amp) { return on_amp; }

int other_parameter(int) restrict(cpu) { return on_cpu; }
int other_parameter(long) restrict(amp) { return on_amp; }
int other_default(int x, int y = 10) restrict(cpu) { return x + y; }
int other_default(float x) restrict(amp) { return static_cast<int>(10 * x); }
template <class T>
int template_for_cpu(T) restrict(cpu) {
  return on_cpu;
}
int template_for_cpu(int) restrict(amp) { return on_amp; }
int by_reference(const counted& x) restrict(cpu) { return x.value; }
int by_reference(counted x) restrict(amp) { return x.value; }
struct other_parameters {
  int member(int x) const restrict(cpu) { return x + on_cpu; }
  template <class T>
  int member(T x) const restrict(amp) {
    return x + on_amp;
  }
};
int of_other_parameters(const other_parameters& object) restrict(cpu, amp) {
  const other_parameters* const pointer = &object;
  return pointer->member(10);
}

namespace for_cpu {
int of_two_namespaces() restrict(cpu) { return on_cpu; }
}  // namespace for_cpu
namespace for_amp {
int of_two_namespaces() restrict(amp) { return on_amp; }
}  // namespace for_amp
namespace for_both {
using for_amp::of_two_namespaces;
using for_cpu::of_two_namespaces;
}  // namespace for_both

int of_lambda_argument() restrict(cpu, amp) {
  auto lambda = [](int x = free_function()) { return x + 10; };
  return lambda();
}

// Their results are known only when they have been instantiated, so that is done at once.
template <class T>
auto of_deduced_result(T x) restrict(cpu, amp) {
  return x + free_function();
}
int of_generic_lambda(int x) restrict(cpu, amp) {
  auto lambda = [](auto y) restrict(cpu, amp) { return y + free_function(); };
  return lambda(x);
}

int of_mutable_lambda(int x) restrict(amp) {
  auto lambda = [x]() mutable restrict(amp)->int { return x += free_function(); };
  return lambda();
}
int of_mutable_lambda(int x) {
  auto lambda = [x]() mutable -> int { return x += free_function(); };
  return lambda();
}

int of_elided_lambda() restrict(amp) {
  auto lambda = [] { return free_function(); };
  return lambda();
}
int of_elided_lambda() {
  auto lambda = [] { return free_function(); };
  return lambda();
}

int of_local_class() restrict(amp) {
  struct local {
    int member() const { return free_function() + only_for_amp() - on_amp; }
  };
  return local().member();
}
int of_local_class() { return on_cpu; }

struct class_of_local_class {
  int member() const restrict(amp) {
    struct local {
      int member() const { return only_for_amp(); }
    };
    return local().member();
  }
  int member() const { return on_cpu; }
};

// Functions for both, next to ones for amp that suit a call by an int better.
template <class T>
int better_for_amp(T) restrict(cpu, amp) {
  return on_cpu;
}
int better_for_amp(int) restrict(amp) { return on_amp; }

struct with_better_for_amp {
  int value;
  explicit with_better_for_amp(double) restrict(cpu, amp) : value(on_cpu) {}
  explicit with_better_for_amp(int) restrict(amp) : value(on_amp) {}
  int member(double) const restrict(cpu, amp) { return on_cpu; }
  int member(int) const restrict(amp) { return on_amp; }
  int operator-(double) const restrict(cpu, amp) { return on_cpu; }
  int operator-(int) const restrict(amp) { return on_amp; }
};

// Constexpr functions without specifiers are for the CPU, whichever overload is declared first.
constexpr int constexpr_function(int x) { return x + on_cpu; }
int constexpr_function(int x) restrict(amp) { return x + on_amp; }

template <class T>
T constexpr_template(T x) restrict(amp) {
  return x + on_amp;
}
template <class T>
constexpr T constexpr_template(T x) {
  return x + on_cpu;
}

struct constexpr_members {
  int value;
  constexpr constexpr_members() : value(on_cpu) {}
  constexpr_members() restrict(amp) : value(on_amp) {}
  ~constexpr_members() restrict(cpu, amp) {}
  int member() const restrict(amp) { return value + on_amp; }
  constexpr int member() const { return value + on_cpu; }
  constexpr int defined_for_cpu() const;
  constexpr operator int() const { return value + on_cpu; }
  operator int() const restrict(amp) { return value + on_amp; }
};
constexpr int constexpr_members::defined_for_cpu() const restrict(cpu) { return value; }

// Its destructor is for the CPU, as its constructor is.
struct constexpr_on_cpu {
  int value;
  constexpr constexpr_on_cpu() : value(on_cpu) {}
  ~constexpr_on_cpu() { value = 0; }
};

#if __cplusplus >= 202002L
struct with_virtual {
  virtual int member() const { return 0; }
};
struct with_constexpr_override : with_virtual {
  constexpr int member() const override { return on_cpu; }
};
#endif

// One body for both: each call resolves for the restriction in force.
template <int N>
struct call;
#define MILLIAMP_TEST_CALL(number, expression, from_cpu, from_amp) \
  template <>                                                      \
  struct call<number> {                                            \
    static int run() restrict(cpu, amp) { return expression; }     \
    static constexpr int expected_cpu = from_cpu;                  \
    static constexpr int expected_amp = from_amp;                  \
  };
MILLIAMP_TEST_CALL(0, free_function(), 1, 2)
MILLIAMP_TEST_CALL(1, without_specifier(), 1, 2)
MILLIAMP_TEST_CALL(2, trailing(10), 11, 12)
MILLIAMP_TEST_CALL(3, function_template(10), 11, 12)
MILLIAMP_TEST_CALL(4, static_cast<int>(function_template(0.5f) * 2), 3, 5)
MILLIAMP_TEST_CALL(5, overloaded().value, 1, 2)
MILLIAMP_TEST_CALL(6, overloaded(10).value, 11, 12)
MILLIAMP_TEST_CALL(7, overloaded().member(), 1, 2)
MILLIAMP_TEST_CALL(8, overloaded::static_member(), 1, 2)
MILLIAMP_TEST_CALL(9, overloaded() + 10, 11, 12)
MILLIAMP_TEST_CALL(10, overloaded()(), 1, 2)
MILLIAMP_TEST_CALL(11, static_cast<int>(static_cast<float>(overloaded())), 1, 2)
MILLIAMP_TEST_CALL(12, class_template<int>().member(), 1, 2)
MILLIAMP_TEST_CALL(13, of_implicit_constructor().member.value, 1, 2)
MILLIAMP_TEST_CALL(14, of_explicit_constructor().member.value, 1, 2)
MILLIAMP_TEST_CALL(15, of_explicit_constructor().with_argument.value, 11, 12)
MILLIAMP_TEST_CALL(16, of_mutable_lambda(10), 11, 12)
MILLIAMP_TEST_CALL(17, of_elided_lambda(), 1, 2)
MILLIAMP_TEST_CALL(18, of_local_class(), 1, 2)
MILLIAMP_TEST_CALL(19, function_template(free_function() + without_specifier()), 3, 6)
MILLIAMP_TEST_CALL(20, of_copies(), 11, 22)
MILLIAMP_TEST_CALL(21, of_default_initializer().value, 11, 12)
MILLIAMP_TEST_CALL(22, of_default_argument(), 11, 12)
MILLIAMP_TEST_CALL(23, of_member_argument().member(), 12, 14)
MILLIAMP_TEST_CALL(24, of_template_argument(10), 11, 12)
MILLIAMP_TEST_CALL(25, of_deduced(10), 11, 12)
MILLIAMP_TEST_CALL(26, deduced<int>(10).member(), 12, 14)
MILLIAMP_TEST_CALL(27, class_of_local_class().member(), 1, 2)
MILLIAMP_TEST_CALL(28, of_initializers(), 4, 8)
MILLIAMP_TEST_CALL(29, of_class_argument(), 2, 4)
MILLIAMP_TEST_CALL(30, of_inherited_constructors(10).value, 11, 12)
MILLIAMP_TEST_CALL(31, of_inherited_constructors(10).more, 1, 2)
MILLIAMP_TEST_CALL(32, of_init_capture(), 2, 4)
MILLIAMP_TEST_CALL(33, other_parameter(0), 1, 2)
MILLIAMP_TEST_CALL(34, other_default(free_function()), 11, 20)
MILLIAMP_TEST_CALL(35, template_for_cpu(0), 1, 2)
MILLIAMP_TEST_CALL(36, by_reference(make_counted()), 1, 2)
MILLIAMP_TEST_CALL(37, by_reference(counted(3)), 3, 3)
MILLIAMP_TEST_CALL(38, other_parameters().member(10), 11, 12)
MILLIAMP_TEST_CALL(39, of_other_parameters(other_parameters()), 11, 12)
MILLIAMP_TEST_CALL(40, of_deduced_result(10), 11, 12)
MILLIAMP_TEST_CALL(41, of_generic_lambda(10), 11, 12)
MILLIAMP_TEST_CALL(42, for_both::of_two_namespaces(), 1, 2)
MILLIAMP_TEST_CALL(43, of_lambda_argument(), 11, 12)
MILLIAMP_TEST_CALL(44, of_defaulted_copies(), 111, 222)
MILLIAMP_TEST_CALL(45, of_instantiated_copies(), 111, 222)
MILLIAMP_TEST_CALL(46, better_for_amp(10), 1, 2)
MILLIAMP_TEST_CALL(47, better_for_amp(0.5f), 1, 1)
MILLIAMP_TEST_CALL(48, with_better_for_amp(10).value, 1, 2)
MILLIAMP_TEST_CALL(49, with_better_for_amp(10).member(10), 1, 2)
MILLIAMP_TEST_CALL(50, with_better_for_amp(10) - 10, 1, 2)
MILLIAMP_TEST_CALL(51, constexpr_function(10), 11, 12)
MILLIAMP_TEST_CALL(52, constexpr_template(10), 11, 12)
MILLIAMP_TEST_CALL(53, constexpr_members().member(), 2, 4)
MILLIAMP_TEST_CALL(54, static_cast<int>(constexpr_members()), 2, 4)

template <class Call>
void expect_values() {
  EXPECT_EQ(Call::run(), Call::expected_cpu);
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = Call::run(); });
  EXPECT_EQ(view[0], Call::expected_amp);
}

template <int... N>
void expect_all(std::integer_sequence<int, N...>) {
  (expect_values<call<N>>(), ...);
}

TEST(Overloads, ResolveForEachRestriction) { expect_all(std::make_integer_sequence<int, 55>()); }

TEST(Overloads, ResolveInInstantiationsInTheMiddleOfHostCode) {
  auto lambda = [](auto x) restrict(cpu, amp) { return x + free_function(); };
  EXPECT_EQ(lambda(10) + of_deduced_result(10), 22);
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = lambda(10) + of_deduced_result(10); });
  EXPECT_EQ(view[0], 24);
}

TEST(Overloads, ResolveBeforeTheHeaders) {
  EXPECT_EQ(
      milliamp::tests::values_of([]() restrict(cpu, amp) { return calling_before_headers(); }),
      (milliamp::tests::both{2, 1}));
}

TEST(Overloads, ResolveDirectlyInHostCodeAndInKernels) {
  EXPECT_EQ(free_function() + overloaded().value + function_template(10), 13);
  std::vector<int> result(1);
  array_view<int> view(result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        const overloaded object;
        view[i] = free_function() + object.value + object.member() + (object + 10) +
                  function_template(10) + of_elided_lambda();
      });
  EXPECT_EQ(view[0], 2 + 2 + 2 + 12 + 12 + 2);
}

TEST(Overloads, LeaveConstexprMembersForTheCpu) {
  EXPECT_EQ(constexpr_members().defined_for_cpu(), on_cpu);
  EXPECT_EQ(constexpr_on_cpu().value, on_cpu);
#if __cplusplus >= 202002L
  const with_constexpr_override object;
  const with_virtual& base = object;
  EXPECT_EQ(base.member(), on_cpu);
#endif
}

struct overloaded_kernel {
  array_view<int> result;
  void operator()(index<1> i) const { result[i] = on_cpu; }
  void operator()(index<1> i) const restrict(amp) { result[i] = on_amp; }
  void operator()(tiled_index<1> t) const { result[t] = 10 * on_cpu; }
  void operator()(tiled_index<1> t) const restrict(amp) { result[t] = 10 * on_amp; }
};

TEST(Overloads, ResolveForKernels) {
  std::vector<int> result(1);
  const overloaded_kernel kernel{array_view<int>(result)};
  kernel(index<1>(0));
  EXPECT_EQ(kernel.result[0], on_cpu);
  parallel_for_each(extent<1>(1), kernel);
  EXPECT_EQ(kernel.result[0], on_amp);
  parallel_for_each(extent<1>(1).tile<1>(), kernel);
  EXPECT_EQ(kernel.result[0], 10 * on_amp);
}

TEST(Overloads, ResolveInFunctionsThatKernelsCall) {
  std::vector<int> result(2);
  array_view<int> view(result);
  parallel_for_each(
      extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
        tile_static int shared;
        if (t.local[0] == 0) shared = call<0>::run();
        t.barrier.wait();
        view[t.global] = shared + t.local[0];
      });
  EXPECT_EQ(view[0], 2);
  EXPECT_EQ(view[1], 3);
}

}  // namespace
