// The state by which a thread that spins is distinguished from one that computes.
#include "check/kernel_state.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>

namespace milliamp::detail::check {
namespace {

volatile std::uint64_t left_behind = 0;

/// Leaves other values on the stack each time, as the library's functions do.
__attribute__((noinline)) void leave_on_stack() {
  volatile std::uint64_t values[64];
  for (volatile std::uint64_t& value : values) {
    left_behind = left_behind + 1;
    value = left_behind;
  }
}

using states = std::array<std::optional<std::uint64_t>, 3>;
states found;
std::atomic<unsigned> found_count;

/// In place of a callback of instrumented code.
__attribute__((noinline)) void callback(std::uintptr_t stack_end) {
  leave_on_stack();
  [[maybe_unused]] volatile std::uint64_t in_frame[8];
  in_frame[left_behind % 8] = left_behind;
  found[found_count] = state_of_kernel(__builtin_return_address(0), stack_end);
  ++found_count;
}

/// A loop whose counter is in memory, where accesses to it would show.
__attribute__((noinline)) void spin(std::uintptr_t stack_end) {
  for (found_count = 0; found_count < found.size();) callback(stack_end);
}

/// A loop whose variable is in a register or on the stack. Returns what it computes.
template <class Number>
__attribute__((noinline)) Number compute(std::uintptr_t stack_end, Number factor) {
  Number value = 1;
  for (found_count = 0; found_count < found.size();) {
    callback(stack_end);
    value *= factor;
  }
  return value;
}

/// Calls a function with the address that ends the stack.
template <class Function>
void with_stack_end(const Function& function) {
  function(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)));
}

#if defined(__x86_64__) || defined(__aarch64__)

TEST(KernelState, IsTheSameInALoopThatSpins) {
  with_stack_end(spin);
  ASSERT_TRUE(found[0].has_value());
  EXPECT_EQ(found, (states{found[0], found[0], found[0]}));
}

TEST(KernelState, DiffersInALoopThatComputes) {
  const auto expect_different = [] {
    ASSERT_TRUE(found[0] && found[1] && found[2]);
    EXPECT_NE(found[0], found[1]);
    EXPECT_NE(found[1], found[2]);
  };
  with_stack_end([](std::uintptr_t end) { EXPECT_EQ(compute<std::uint64_t>(end, 3), 27u); });
  expect_different();
  with_stack_end([](std::uintptr_t end) { EXPECT_EQ(compute<double>(end, 3), 27); });
  expect_different();
}

#endif

TEST(KernelState, IsUnknownOfAnotherCall) {
  const int data = 0;
  EXPECT_EQ(state_of_kernel(&data, UINTPTR_MAX), std::nullopt);
}

}  // namespace
}  // namespace milliamp::detail::check
