/// @file
/// The registry of all tracked host memory, and the monitor of what the host does with it.
#pragma once

#include "base/immortal.h"
#include "base/memory_range.h"
#include "base/scoped_ignore.h"
#include "coherence/page_filter.h"
#include "race/access.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace milliamp::detail::coherence {

class tracked_host_buffer;

/// Knows every tracked_host_buffer. Instrumented code reports its accesses, deallocations and
/// function calls on the host to it. Events that concern no tracked memory, nearly all of them,
/// take no lock.
class host_memory_registry {
 public:
  static host_memory_registry& instance() { return *instance_; }

  // --- Events from instrumented code on the host -------------------------------------------------

  /// The host accesses memory. Reports a finding if a device has newer values of it.
  void on_access(const void* address, std::size_t size, race::operation op) {
    const base::memory_range accessed(address, size);
    if (pending_pages_.may_overlap(accessed)) [[unlikely]]
      check_access(accessed, op);
  }

  /// The host frees heap memory.
  void on_free(const void* begin, std::size_t size) {
    const base::memory_range freed(begin, size);
    if (tracked_pages_.may_overlap(freed)) [[unlikely]]
      end_heap_memory(freed);
  }

  /// Memory below this address on the calling thread's stack belongs to no function that could have
  /// made a view of it: views of it dangle.
  void on_frame(const void* address) {
    const auto frame = reinterpret_cast<std::uintptr_t>(address);
    if (frame > lowest_on_stack_) [[unlikely]]
      end_frames_below(frame);
  }

  // --- The tracked buffers -----------------------------------------------------------------------

  /// Guards the list of buffers and the state of each. Ignores the thread's own accesses: if the
  /// code that runs under the lock is instrumented, its callbacks must not wait for the lock.
  class scoped_lock {
   public:
    scoped_lock() : lock_(instance().mutex_) {}

   private:
    const base::scoped_ignore ignore_;
    const std::lock_guard<std::mutex> lock_;
  };

  /// Whether a device may have newer values of the byte at an address. Needs no lock.
  bool may_be_pending(const void* address) const {
    return pending_pages_.may_overlap({address, 1});
  }

  // The caller holds a scoped_lock.
  const std::vector<tracked_host_buffer*>& buffers() const { return buffers_; }
  void add(tracked_host_buffer& added);
  void remove(const tracked_host_buffer& removed);
  /// To be called after tracked_host_buffer::is_pending() has changed.
  void update_pending_pages();

 private:
  friend class base::immortal<host_memory_registry>;

  enum class storage : bool { heap, stack };

  host_memory_registry() = default;

  void check_access(base::memory_range accessed, race::operation op);
  void end_heap_memory(base::memory_range freed);
  void end_frames_below(std::uintptr_t address);
  void end_lifetime(const base::memory_range& ended, storage where);
  void update_lowest_on_stack();

  static base::immortal<host_memory_registry> instance_;
  /// The lowest address of live tracked memory on the calling thread's stack.
  static inline constinit thread_local std::uintptr_t lowest_on_stack_
      __attribute__((tls_model("initial-exec"))) = UINTPTR_MAX;

  page_filter tracked_pages_;
  page_filter pending_pages_;  ///< those of which a device has newer values
  std::mutex mutex_;
  std::vector<tracked_host_buffer*> buffers_;
};

}  // namespace milliamp::detail::coherence
