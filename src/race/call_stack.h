/// @file
/// The functions that a thread's kernel has called and that have not returned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::race {

class call_stack {
 public:
  void clear() { depth_ = 0; }
  /// A function has been called; control goes back to that address.
  /// @param chain a number that tells the calls so far from others
  /// @return one for all that are kept
  std::uintptr_t enter(std::uintptr_t call_stack_id, const void* return_address) {
    const std::size_t depth = depth_++;
    if (depth >= frames_.size()) return call_stack_id;
    frames_[depth] = return_address;
    return (call_stack_id + reinterpret_cast<std::uintptr_t>(return_address)) * factor;
  }
  /// It has returned. @return the chain before it was entered
  std::uintptr_t leave(std::uintptr_t call_stack_id) {
    --depth_;
    if (depth_ >= frames_.size()) return call_stack_id;
    return call_stack_id * inverse - reinterpret_cast<std::uintptr_t>(frames_[depth_]);
  }

  /// How many functions are running.
  std::size_t depth() const { return depth_; }

  /// The return addresses, the innermost first; those deeper than what is kept are left out.
  std::vector<const void*> frames() const {
    const std::size_t kept = depth_ < frames_.size() ? depth_ : frames_.size();
    return {frames_.rend() - static_cast<std::ptrdiff_t>(kept), frames_.rend()};
  }

 private:
  static constexpr std::uintptr_t factor = 0x9e3779b97f4a7c15;
  static constexpr std::uintptr_t inverse = 0xf1de83e19937733d;
  static_assert(factor * inverse == 1);

  std::size_t depth_ = 0;  // first, next to the frames that most threads have
  std::array<const void*, 31> frames_;
};

}  // namespace milliamp::detail::race
