/// @file
/// The call stacks of the threads of a tile, from the entry and exit callbacks of instrumented
/// functions.
///
/// The functions that contain the kernel, tiled_caller::call and untiled_caller::call, have no
/// entry callback. Most threads call no other function, so the call_stack objects, which are far
/// apart in memory, stay untouched until a kernel calls one. (A kernel that is not inlined into its
/// caller counts as a function that it calls. So does the caller, if no plugin has removed its
/// callbacks. Both are harmless.)
#pragma once

#include "race/call_stack.h"

#include <milliamp/detail/always_inline.h>
#include <milliamp/detail/tile.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::race {

class call_stacks {
 public:
  call_stacks() { ids_.fill(in_kernel); }

  /// Makes room for a number of threads.
  void reserve(std::size_t threads) {
    if (threads > stacks_.size()) stacks_.resize(threads);
  }

  /// Makes a thread the running one.
  void switch_to(thread_number thread) { call_stack_id_ = ids_[thread]; }

  // --- The running thread ------------------------------------------------------------------------

  /// The thread is about to enter the kernel.
  void begin(thread_number thread) {
    // The thread of the previous tile was ended within a function.
    if (ids_[thread] != in_kernel) stacks_[thread].clear();
    set_call_stack_id(thread, in_kernel);
  }
  MILLIAMP_ALWAYS_INLINE void enter(thread_number thread, const void* return_address) {
    set_call_stack_id(thread, stacks_[thread].enter(call_stack_id_, return_address));
  }
  MILLIAMP_ALWAYS_INLINE void leave(thread_number thread) {
    if (call_stack_id_ == in_kernel) return;
    set_call_stack_id(thread, stacks_[thread].leave(call_stack_id_));
  }
  /// Identifies the call stack of the running thread.
  std::uintptr_t call_stack_id() const { return call_stack_id_; }

  // --- Any thread --------------------------------------------------------------------------------

  /// The number of functions that the kernel has called and that have not returned.
  std::size_t depth(thread_number thread) const { return stacks_[thread].depth(); }

  /// The return addresses of those functions, innermost first.
  std::vector<const void*> frames(thread_number thread) const { return stacks_[thread].frames(); }

 private:
  /// The id of a thread whose kernel has called no function.
  static constexpr std::uintptr_t in_kernel = 1;

  void set_call_stack_id(thread_number thread, std::uintptr_t call_stack_id) {
    call_stack_id_ = ids_[thread] = call_stack_id;
  }

  std::uintptr_t call_stack_id_ = in_kernel;
  /// Of each thread. All threads use these, so they are in one array for locality. It is a member,
  /// as each turn needs its address.
  std::array<std::uintptr_t, max_threads_in_tile> ids_;
  std::vector<call_stack> stacks_;
};

}  // namespace milliamp::detail::race
