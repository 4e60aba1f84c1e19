/// @file
/// The call stack of a kernel thread, and its number, which is updated with each call and return.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::race {

class call_stack {
 public:
  void clear() { depth_ = 0; }
  /// Records the call of a function.
  /// @param call_stack_id identifies the call stack before the call
  /// @return identifies the call stack after it; calls beyond the capacity do not count
  std::uintptr_t enter(std::uintptr_t call_stack_id, const void* return_address) {
    const std::size_t depth = depth_++;
    if (depth >= frames_.size()) return call_stack_id;
    frames_[depth] = return_address;
    return (call_stack_id + reinterpret_cast<std::uintptr_t>(return_address)) * factor;
  }
  /// Records the return from the last function. @return identifies the call stack after it
  std::uintptr_t leave(std::uintptr_t call_stack_id) {
    --depth_;
    if (depth_ >= frames_.size()) return call_stack_id;
    return call_stack_id * inverse - reinterpret_cast<std::uintptr_t>(frames_[depth_]);
  }

  /// The number of functions that have not returned.
  std::size_t depth() const { return depth_; }

  /// The return addresses, innermost first, without calls beyond the capacity.
  std::vector<const void*> frames() const {
    const std::size_t kept = depth_ < frames_.size() ? depth_ : frames_.size();
    return {frames_.rend() - static_cast<std::ptrdiff_t>(kept), frames_.rend()};
  }

 private:
  static constexpr std::uintptr_t factor = 0x9e3779b97f4a7c15;
  static constexpr std::uintptr_t inverse = 0xf1de83e19937733d;
  static_assert(factor * inverse == 1);

  std::size_t depth_ = 0;  // before frames_, in the cache line of the first frames
  std::array<const void*, 31> frames_;
};

}  // namespace milliamp::detail::race
