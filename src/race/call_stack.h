/// @file
/// The call stack of a kernel thread, and its number, which is updated with each call and return.
#pragma once

#include "base/assert.h"
#include "base/scoped_ignore.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::race {

class call_stack {
 public:
  void clear() {
    depth_ = 0;
    deep_.clear();
  }
  /// Records the call of a function.
  /// @param call_stack_id identifies the call stack before the call
  /// @return identifies the call stack after it
  std::uintptr_t enter(std::uintptr_t call_stack_id, const void* return_address) {
    if (depth_ < frames_.size()) [[likely]] {
      frames_[depth_] = return_address;
    } else {
      add_deep(return_address);
    }
    ++depth_;
    return (call_stack_id + reinterpret_cast<std::uintptr_t>(return_address)) * factor;
  }
  /// Records the return from the last function. @return identifies the call stack after it
  std::uintptr_t leave(std::uintptr_t call_stack_id) {
    MILLIAMP_ASSERT(depth_ != 0);
    --depth_;
    const void* const return_address =
        depth_ < frames_.size() ? frames_[depth_] : deep_[depth_ - frames_.size()];
    return call_stack_id * inverse - reinterpret_cast<std::uintptr_t>(return_address);
  }

  /// The number of functions that have not returned.
  std::size_t depth() const { return depth_; }

  /// The return addresses, innermost first.
  std::vector<const void*> frames() const {
    const std::size_t shallow = std::min(depth_, frames_.size());
    std::vector<const void*> all(frames_.begin(), frames_.begin() + shallow);
    all.insert(all.end(), deep_.begin(),
               deep_.begin() + static_cast<std::ptrdiff_t>(depth_ - shallow));
    std::reverse(all.begin(), all.end());
    return all;
  }

 private:
  static constexpr std::uintptr_t factor = 0x9e3779b97f4a7c15;
  static constexpr std::uintptr_t inverse = 0xf1de83e19937733d;
  static_assert(factor * inverse == 1);

  __attribute__((noinline)) void add_deep(const void* return_address) {
    const base::scoped_ignore ignore;
    deep_.resize(depth_ - frames_.size());
    deep_.push_back(return_address);
  }

  std::size_t depth_ = 0;  // before frames_, in the cache line of the first frames
  std::array<const void*, 28> frames_;
  std::vector<const void*> deep_;  ///< the calls beyond that; may have more than are left
};

}  // namespace milliamp::detail::race
