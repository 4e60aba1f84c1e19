/// @file
/// Watches what the host does with memory that views have been made for, as the instrumented code
/// tells it outside of kernels. Where no such memory is concerned, the answer takes no lock.
#pragma once

#include "coherence/page_filter.h"
#include "race/access.h"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::coherence {

class host_monitor {
 public:
  /// An access by the host. One to memory that waits to be synchronized is looked at.
  static void on_access(const void* address, std::size_t size, race::operation op) {
    if (pending_.may_contain(address, size)) [[unlikely]]
      check_access(address, size, op);
  }

  /// The program gives memory back to the heap.
  static void on_free(const void* begin, std::size_t size) {
    if (viewed_.may_contain(begin, size)) [[unlikely]]
      end_heap_memory(begin, size);
  }

  /// What lies below this address on the calling thread's stack belonged to functions that have
  /// returned.
  static void on_frame(const void* address) {
    if (reinterpret_cast<std::uintptr_t>(address) > lowest_on_stack_) [[unlikely]] {
      end_frames_below(address);
    }
  }

  struct stack_bounds {
    const std::byte* begin;
    const std::byte* end;

    bool contains(const void* address) const { return address >= begin && address < end; }
  };
  /// The calling thread's own stack.
  static stack_bounds own_stack();

  // --- What the homes tell, one at a time --------------------------------------------------------

  /// The memory that views have been made for.
  static page_filter& viewed() { return viewed_; }
  /// The memory that waits to be synchronized.
  static page_filter& pending() { return pending_; }
  /// The lowest address of memory on the calling thread's stack that has a home, or none.
  static void set_lowest_on_stack(std::uintptr_t address) { lowest_on_stack_ = address; }
  static constexpr std::uintptr_t none = UINTPTR_MAX;

 private:
  static void check_access(const void* address, std::size_t size, race::operation op);
  static void end_heap_memory(const void* begin, std::size_t size);
  static void end_frames_below(const void* address);

  static constinit page_filter viewed_;
  static constinit page_filter pending_;
  static constinit thread_local std::uintptr_t lowest_on_stack_
      __attribute__((tls_model("initial-exec")));
};

}  // namespace milliamp::detail::coherence
