/// @file
/// The functions that a thread's kernel has called and that have not returned.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail {

class call_stack {
 public:
  /// The chain of a kernel that has called nobody.
  static constexpr std::uintptr_t no_calls = 1;

  void clear() {
    depth_ = 0;
    chain_ = no_calls;
  }
  /// A function has been called; control goes back to that address.
  void enter(const void* return_address) {
    if (depth_ < frames_.size()) {
      frames_[depth_] = return_address;
      chain_ = (chain_ + reinterpret_cast<std::uintptr_t>(return_address)) * factor;
    }
    ++depth_;
  }
  void leave() {
    if (depth_ == 0) return;
    --depth_;
    if (depth_ < frames_.size()) {
      chain_ = chain_ * inverse - reinterpret_cast<std::uintptr_t>(frames_[depth_]);
    }
  }

  /// A number that tells these calls from others, as far as they are kept.
  std::uintptr_t chain() const { return chain_; }

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

  std::uintptr_t chain_ = no_calls;
  std::size_t depth_ = 0;  // first, next to the frames that most threads have
  std::array<const void*, 31> frames_;
};

}  // namespace milliamp::detail
