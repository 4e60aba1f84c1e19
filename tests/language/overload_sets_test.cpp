// Spec 2.3.2.1: sets of overloads that using-declarations, using-directives and arguments bring
// together.
#include "both_sides.h"

#include <amp.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using namespace concurrency;
using milliamp::tests::both;
using milliamp::tests::values_of;

constexpr int on_cpu = 1;
constexpr int on_amp = 2;

namespace of_cpu {
int declared(int) { return on_cpu; }
int directed(int) { return on_cpu; }
template <class T>
int directed_template(T) {
  return on_cpu;
}
}  // namespace of_cpu
namespace of_amp {
int declared(int) restrict(amp) { return on_amp; }
int directed(int) restrict(amp) { return on_amp; }
template <class T>
int directed_template(T) restrict(amp) {
  return on_amp;
}
}  // namespace of_amp
namespace of_both {
using of_amp::declared;
using of_cpu::declared;
}  // namespace of_both
using namespace of_cpu;
using namespace of_amp;

int by_block_declarations() restrict(cpu, amp) {
  using of_amp::declared;
  using of_cpu::declared;
  return declared(1);
}
int by_declaration_of_declarations() restrict(cpu, amp) {
  using of_both::declared;
  return declared(1);
}
int by_directives() restrict(cpu, amp) { return directed(1) + directed_template(1); }

namespace of_directive {
int beside_outer(int) { return on_cpu; }
int beside_outer_for_amp(int) restrict(amp) { return on_amp; }
template <class T>
int beside_outer_template(T) restrict(amp) {
  return on_amp;
}
namespace of_inner_directive {
int beside_indirect(int) restrict(amp) { return on_amp; }
}  // namespace of_inner_directive
using namespace of_inner_directive;
}  // namespace of_directive
int beside_outer(int) restrict(amp) { return on_amp; }
int beside_outer_for_amp(int) { return on_cpu; }
template <class T>
int beside_outer_template(T) {
  return on_cpu;
}
int beside_indirect(int) { return on_cpu; }
using namespace of_directive;
int by_directive_and_scope() restrict(cpu, amp) {
  return beside_outer(1) + beside_outer_for_amp(1) + beside_outer_template(1) + beside_indirect(1);
}

struct base_of_cpu {
  int value;
  int member(int) const { return on_cpu; }
};
struct base_of_amp {
  int other;
  int member(int) const restrict(amp) { return on_amp; }
};
struct derived : base_of_cpu, base_of_amp {
  using base_of_amp::member;
  using base_of_cpu::member;
};
int by_bases() restrict(cpu, amp) { return derived().member(1); }
struct with_value_for_cpu {
  int value;
  int member() const { return value; }
};
struct with_value_for_amp {
  int value;
  int member() const restrict(amp) { return value; }
};
struct with_both_values : with_value_for_cpu, with_value_for_amp {
  using with_value_for_amp::member;
  using with_value_for_cpu::member;
};
int by_values_of_bases() restrict(cpu, amp) {
  return with_both_values{{on_cpu}, {on_amp}}.member();
}

enum unscoped { one = 1, two = 2 };
int operator+(unscoped, unscoped) { return 10; }
int operator-(unscoped) { return 20; }
enum class scoped { first, second };
bool operator<(scoped, scoped) { return false; }
int by_builtin_operators() restrict(cpu, amp) {
  return two + one + -one + (scoped::first < scoped::second);
}

int deduced(int x) restrict(auto) { return std::to_string(x).length() == 1 ? on_cpu : 0; }
int deduced(int) restrict(amp) { return on_amp; }
int by_deduction() restrict(cpu, amp) { return deduced(1); }

namespace of_argument {
struct argument {
  int value;
};
int by_argument(argument) { return on_cpu; }
int by_argument_for_amp(argument) restrict(amp) { return on_amp; }
}  // namespace of_argument
int by_argument(of_argument::argument) restrict(amp) { return on_amp; }
int by_argument_for_amp(of_argument::argument) { return on_cpu; }
namespace of_caller {
int by_argument(of_argument::argument) restrict(amp) { return 10 * on_amp; }
int call() restrict(cpu, amp) { return by_argument(of_argument::argument{}); }
}  // namespace of_caller
int by_arguments_and_scopes() restrict(cpu, amp) {
  const of_argument::argument argument{};
  return by_argument(argument) + by_argument_for_amp(argument) + of_caller::call();
}

int deduced_for_amp(int x) restrict(auto) {
  tile_static int shared;
  shared = on_amp;
  return x + shared;
}
int deduced_for_amp(int x) { return x + on_cpu; }
int beside_cpu(int x) restrict(cpu) { return x + on_cpu; }
int beside_cpu(int x) restrict(auto) { return x + on_amp; }
int beside_amp(int x) restrict(amp) { return x + on_amp; }
int beside_amp(int x) restrict(auto) { return x + on_cpu; }
int before_cpu(int x) restrict(auto) { return x + on_amp; }
int before_cpu(int x) restrict(cpu) { return x + on_cpu; }
int before_amp(int x) restrict(auto) { return x + on_cpu; }
int before_amp(int x) restrict(amp) { return x + on_amp; }
struct with_deduced {
  int value;
  int member() const restrict(auto) { return value + on_amp; }
  int member() const { return value + on_cpu; }
};
int by_deduction_beside_others() restrict(cpu, amp) {
  return deduced_for_amp(0) + beside_cpu(0) + beside_amp(0) + before_cpu(0) + before_amp(0) +
         with_deduced{0}.member();
}

static int local_of_both(int x) restrict(amp) { return x + on_amp; }
static int local_of_both(int x) { return x + on_cpu; }
template <class T>
T local_of_template(T x) restrict(amp) {
  int defined_later(int);
  return defined_later(x);
}
int by_local_declarations(int x) restrict(amp) {
  int local_of_both(int);
  int defined_later(int);
  auto lambda = [](int y) {
    int defined_later(int);
    return defined_later(y);
  };
  return local_of_both(x) + defined_later(x) + lambda(x) + local_of_template(x);
}
int by_local_declarations(int x) {
  int local_of_both(int);
  return local_of_both(x);
}
int defined_later(int x) restrict(amp) { return x + 10; }

namespace of_inline {
inline namespace version {
int function() { return on_cpu; }
}  // namespace version
int function() restrict(amp) { return on_amp; }
}  // namespace of_inline
int better_for_amp(float) { return on_cpu; }
int better_for_amp(float) restrict(amp) { return 10 * on_amp; }
int better_for_amp(int) restrict(amp) { return on_amp; }
struct with_better_for_amp {
  int value;
  int member() const { return on_cpu; }
  int member() const restrict(amp) { return 10 * on_amp; }
  int member() restrict(amp) { return on_amp; }
};
int by_resolution() restrict(cpu, amp) {
  with_better_for_amp object{0};
  return of_inline::function() + better_for_amp(1) + better_for_amp(1.f) + object.member();
}

int deduced_with_lambda(int x) restrict(auto) {
  const auto twice = [](int y) { return 2 * y; };
  const auto sum = [=](int y) { return twice(x) + y + directed(1); };
  return sum(1);
}
int deduced_with_class(int x) restrict(auto) {
  struct local {
    int member(int y) const { return y + directed(1); }
  };
  return local{}.member(x);
}
int by_deduction_with_inner_functions() restrict(cpu, amp) {
  return deduced_with_lambda(1) + 100 * deduced_with_class(1);
}

TEST(OverloadSets, DeduceFromInnerFunctions) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return by_deduction_with_inner_functions(); }),
            (both{5 + 100 * 3, 4 + 100 * 2}));
}

// Using-directives and using-declarations in the blocks around a call.
namespace of_blocks {
struct argument {
  int value;
};
int called(int) restrict(cpu) { return on_cpu; }
int found(argument x) restrict(cpu) { return x.value * on_cpu; }
argument operator+(argument x, argument) restrict(cpu) { return {x.value * on_cpu}; }
}  // namespace of_blocks
namespace of_other_blocks {
int called(int) restrict(amp) { return on_amp; }
int found(of_blocks::argument x) restrict(amp) { return x.value * on_amp; }
of_blocks::argument operator+(of_blocks::argument x, of_blocks::argument) restrict(amp) {
  return {x.value * on_amp};
}
}  // namespace of_other_blocks
int by_directives_in_block() restrict(cpu, amp) {
  using namespace of_blocks;
  if (on_cpu == 1) {
    using namespace of_other_blocks;
    const auto inner = []() restrict(cpu, amp) { return called(0); };
    return called(0) + inner();
  }
  return 0;
}
template <class T>
int by_declarations_in_block(T x) restrict(cpu, amp) {
  using of_other_blocks::found;
  using of_other_blocks::operator+;
  return found(x) + 10 * (x + x).value;
}
int by_blocks() restrict(cpu, amp) {
  return by_directives_in_block() + 10 * by_declarations_in_block(of_blocks::argument{1});
}

TEST(OverloadSets, ContainWhatBlocksUse) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return by_blocks(); }), (both{224, 112}));
}

// The types of templates are deduced when they are called.
namespace of_deduced_types {
template <class T>
auto twice(T x) restrict(cpu) {
  return x + on_cpu;
}
template <class T>
auto twice(T x) restrict(amp) {
  return on_amp + x;
}
template <class T>
struct function {
  decltype(auto) operator()(T x) const restrict(cpu) { return x + on_cpu; }
  decltype(auto) operator()(T x) const restrict(amp) { return x + on_amp; }
};
}  // namespace of_deduced_types
int by_deduced_types() restrict(cpu, amp) {
  return of_deduced_types::twice(0) + 10 * of_deduced_types::function<int>()(0);
}

TEST(OverloadSets, DeduceTypesOfCalls) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return by_deduced_types(); }), (both{22, 11}));
}

// What is declared behind a call is no candidate, but for arguments of a template's types.
namespace of_order {
struct argument {};
int called(long) restrict(cpu) { return on_cpu; }
int called(long) restrict(amp) { return on_amp; }
int operator+(argument, long) restrict(cpu) { return on_cpu; }
int operator+(argument, long) restrict(amp) { return on_amp; }
int call() restrict(cpu, amp) { return called(1); }
int operate() restrict(cpu, amp) { return argument{} + 1; }
template <class T>
int call_in_template(T) restrict(cpu, amp) {
  return called(1);
}
template <class T>
int call_with(T x) restrict(cpu, amp) {
  return called_with(x);
}
[[maybe_unused]] int called(int) restrict(amp) { return 100; }
[[maybe_unused]] int operator+(argument, int) restrict(amp) { return 100; }
int called_with(argument) restrict(cpu) { return on_cpu; }
int called_with(argument) restrict(amp) { return on_amp; }
}  // namespace of_order
int by_order() restrict(cpu, amp) {
  return of_order::call() + 10 * of_order::operate() + 100 * of_order::call_in_template(0) +
         1000 * of_order::call_with(of_order::argument{});
}

TEST(OverloadSets, ContainWhatIsDeclaredBeforeTheCall) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return by_order(); }), (both{2222, 1111}));
}

TEST(OverloadSets, DispatchCalls) {
  const auto all = []() restrict(cpu, amp) {
    return by_block_declarations() + 10 * by_declaration_of_declarations() + 100 * by_directives() +
           1000 * by_bases() + 10000 * by_deduction();
  };
  EXPECT_EQ(all(), 11211);
  int result = 0;
  array_view<int> view(1, &result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = all(); });
  EXPECT_EQ(view[0], 22422);
}

TEST(OverloadSets, JoinUsingDirectivesWithTheScopesThatSeeThem) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return by_directive_and_scope(); }), (both{8, 4}));
}

TEST(OverloadSets, CallMembersOfTheirOwnBases) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return by_values_of_bases(); }), (both{2, 1}));
}

TEST(OverloadSets, ContainBuiltInOperators) {
  EXPECT_EQ(values_of([]() restrict(cpu, amp) { return by_builtin_operators(); }), (both{3, 30}));
}

TEST(OverloadSets, DispatchCallsByWhereTheyStandAndByDeduction) {
  const auto all = []() restrict(cpu, amp) {
    return by_arguments_and_scopes() + 100 * by_deduction_beside_others() + 1000 * by_resolution();
  };
  EXPECT_EQ(all(), 4603);
  int result = 0;
  array_view<int> view(1, &result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = all(); });
  EXPECT_EQ(view[0], 27224);
}

TEST(OverloadSets, CallsFunctionsThatAreDeclaredInBodies) {
  EXPECT_EQ(by_local_declarations(1), 2);
  int result = 0;
  array_view<int> view(1, &result);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = by_local_declarations(1); });
  EXPECT_EQ(view[0], 3 + 3 * 11);
}

}  // namespace
