/// @file
/// The calls that the threads of a tile are in, as the instrumented functions tell.
///
/// The first function is the one with the kernel's body: tiled_caller::call or
/// untiled_caller::call. Most threads are in no other, so their stacks of calls, which are far
/// apart in memory, are left alone until a kernel calls a function. (A kernel that is not inlined
/// there is taken for a function that it calls; a function of one that is not instrumented, for the
/// kernel. That does no harm.)
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
  /// Makes room for so many threads, at least.
  void reserve(std::size_t threads) {
    if (threads <= kernels_.size()) return;
    kernels_.resize(threads);
    stacks_.resize(threads);
  }

  /// From now on, calls are this thread's.
  void switch_to(thread_number thread) { chain_ = kernels_[thread].call_stack_id; }

  // --- Of the thread that runs -------------------------------------------------------------------

  /// It begins with the kernel.
  void begin(thread_number thread) {
    if (kernels_[thread].call_stack_id != outside)
      stacks_[thread].clear();  // the last one was ended
    set_chain(thread, outside);
  }
  MILLIAMP_ALWAYS_INLINE void enter(thread_number thread, const void* return_address) {
    if (chain_ == outside) {
      kernels_[thread].return_address = return_address;
      set_chain(thread, in_kernel);
    } else {
      set_chain(thread, stacks_[thread].enter(chain_, return_address));
    }
  }
  MILLIAMP_ALWAYS_INLINE void leave(thread_number thread) {
    if (chain_ == in_kernel) {
      set_chain(thread, outside);
    } else if (chain_ != outside) {
      set_chain(thread, stacks_[thread].leave(chain_));
    }
  }
  /// A number that tells the calls that it is in from others.
  std::uintptr_t call_stack_id() const { return chain_; }

  // --- Of any ------------------------------------------------------------------------------------

  /// How many functions the kernel has called that have not returned.
  std::size_t depth(thread_number thread) const { return stacks_[thread].depth(); }

  /// The return addresses of those and of the kernel, the innermost first; some of very many
  /// functions are left out.
  std::vector<const void*> frames(thread_number thread) const {
    std::vector<const void*> all = stacks_[thread].frames();
    if (kernels_[thread].call_stack_id != outside) all.push_back(kernels_[thread].return_address);
    return all;
  }

 private:
  /// The chains of a thread that is in no function, and of one whose kernel has called none.
  static constexpr std::uintptr_t outside = 0;
  static constexpr std::uintptr_t in_kernel = 1;

  /// What is needed of each thread, close together.
  struct kernel {
    std::uintptr_t call_stack_id = outside;
    const void* return_address = nullptr;
  };

  void set_chain(thread_number thread, std::uintptr_t call_stack_id) {
    chain_ = kernels_[thread].call_stack_id = call_stack_id;
  }

  std::uintptr_t chain_ = outside;
  std::vector<kernel> kernels_;
  std::vector<call_stack> stacks_;
};

}  // namespace milliamp::detail::race
