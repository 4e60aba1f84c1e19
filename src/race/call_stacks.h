/// @file
/// The call stacks of the threads of a tile, from the entry and exit callbacks of instrumented
/// functions.
///
/// The outermost function contains the kernel: tiled_caller::call or untiled_caller::call. Most
/// threads call no other, so the call_stack objects, which are far apart in memory, stay untouched
/// until a kernel calls a function. (A kernel that is not inlined into its caller counts as a
/// function that it calls. If the caller is not instrumented, the first function that the kernel
/// calls counts as the kernel. Both are harmless.)
#pragma once

#include "race/call_stack.h"

#include <milliamp/detail/always_inline.h>
#include <milliamp/detail/tile.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::race {

class call_stacks {
 public:
  /// Makes room for a number of threads.
  void reserve(std::size_t threads) {
    if (threads <= kernels_.size()) return;
    kernels_.resize(threads);
    stacks_.resize(threads);
  }

  /// Makes a thread the running one.
  void switch_to(thread_number thread) { call_stack_id_ = kernels_[thread].call_stack_id; }

  // --- The running thread ------------------------------------------------------------------------

  /// The thread is about to enter the kernel.
  void begin(thread_number thread) {
    // The thread of the previous tile was ended within the kernel.
    if (kernels_[thread].call_stack_id != not_running) stacks_[thread].clear();
    set_call_stack_id(thread, not_running);
  }
  MILLIAMP_ALWAYS_INLINE void enter(thread_number thread, const void* return_address) {
    if (call_stack_id_ == not_running) {
      kernels_[thread].return_address = return_address;
      set_call_stack_id(thread, in_kernel);
    } else {
      set_call_stack_id(thread, stacks_[thread].enter(call_stack_id_, return_address));
    }
  }
  MILLIAMP_ALWAYS_INLINE void leave(thread_number thread) {
    if (call_stack_id_ == in_kernel) {
      set_call_stack_id(thread, not_running);
    } else if (call_stack_id_ != not_running) {
      set_call_stack_id(thread, stacks_[thread].leave(call_stack_id_));
    }
  }
  /// Identifies the call stack of the running thread.
  std::uintptr_t call_stack_id() const { return call_stack_id_; }

  // --- Any thread --------------------------------------------------------------------------------

  /// The number of functions that the kernel has called and that have not returned.
  std::size_t depth(thread_number thread) const { return stacks_[thread].depth(); }

  /// The return addresses of those functions and of the kernel, innermost first. Very deep calls
  /// are missing.
  std::vector<const void*> frames(thread_number thread) const {
    std::vector<const void*> all = stacks_[thread].frames();
    if (kernels_[thread].call_stack_id != not_running)
      all.push_back(kernels_[thread].return_address);
    return all;
  }

 private:
  /// The ids of a thread outside of the kernel, and of one whose kernel has called no function.
  static constexpr std::uintptr_t not_running = 0;
  static constexpr std::uintptr_t in_kernel = 1;

  /// The part of a call stack that all threads use, in one array for locality.
  struct kernel {
    std::uintptr_t call_stack_id = not_running;
    const void* return_address = nullptr;
  };

  void set_call_stack_id(thread_number thread, std::uintptr_t call_stack_id) {
    call_stack_id_ = kernels_[thread].call_stack_id = call_stack_id;
  }

  std::uintptr_t call_stack_id_ = not_running;
  std::vector<kernel> kernels_;
  std::vector<call_stack> stacks_;
};

}  // namespace milliamp::detail::race
