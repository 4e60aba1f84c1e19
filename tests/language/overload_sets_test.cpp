// Spec 2.3.2.1: sets of overloads that using-declarations, using-directives and arguments bring
// together.
#include <amp.h>
#include <gtest/gtest.h>

#include <string>

namespace {

using namespace concurrency;

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

int deduced(int x) restrict(auto) { return std::to_string(x).length() == 1 ? on_cpu : 0; }
int deduced(int) restrict(amp) { return on_amp; }
int by_deduction() restrict(cpu, amp) { return deduced(1); }

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

}  // namespace
