/// @file
/// The registry of all tracked host memory, which also monitors the host's accesses to it.
#pragma once

#include "base/immortal.h"
#include "base/memory_range.h"
#include "base/mutex.h"
#include "base/scoped_ignore.h"
#include "coherence/page_filter.h"
#include "diagnose/fact.h"
#include "race/access.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::coherence {

class host_transfer;
class tracked_host_buffer;

/// Lists every tracked_host_buffer and every host_transfer. Instrumented code on the host reports
/// its accesses, deallocations and function calls. Events without tracked memory, which are nearly
/// all, take no lock.
class host_memory_registry {
 public:
  static host_memory_registry& instance() { return *instance_; }

  // --- Events from instrumented code on the host -------------------------------------------------

  /// The host accesses memory. Reports a finding if a device has newer values of it, or if an
  /// asynchronous operation may still use it. Records a write if a device has a copy.
  /// @param return_address the call site
  void on_access(const void* address, std::size_t size, race::operation op,
                 const void* return_address) {
    const base::memory_range accessed(address, size);
    const page_filter& watched = writes(op) ? copied_pages_ : pending_pages_;
    if (watched.may_overlap(accessed)) [[unlikely]]
      check_access(accessed, op, return_address);
  }

  /// The host frees heap memory.
  void on_free(const void* begin, std::size_t size) {
    const base::memory_range freed(begin, size);
    if (tracked_pages_.may_overlap(freed)) [[unlikely]]
      end_heap_memory(freed);
  }

  /// No function that could have made a view of its local variables has a frame below this address
  /// on the calling thread's stack: views of memory there dangle.
  void on_frame(const void* address) {
    if (has_stack_memory_below(address)) [[unlikely]]
      end_frames_below(reinterpret_cast<std::uintptr_t>(address));
  }
  /// Whether there is live tracked memory below an address on the calling thread's stack.
  static bool has_stack_memory_below(const void* address) {
    return reinterpret_cast<std::uintptr_t>(address) > lowest_on_stack_;
  }

  // --- The tracked buffers -----------------------------------------------------------------------

  /// Guards the list of buffers and the state of each. Ignores the thread's own accesses: if the
  /// code that runs under the lock is instrumented, its callbacks must not wait for the lock.
  class MILLIAMP_SCOPED_CAPABILITY scoped_lock {
   public:
    explicit scoped_lock(host_memory_registry& registry) MILLIAMP_ACQUIRE(registry.mutex_)
        : mutex_(registry.mutex_) {
      registry.mutex_.lock();
    }
    ~scoped_lock() MILLIAMP_RELEASE() { mutex_.unlock(); }

   private:
    const base::scoped_ignore ignore_;
    base::mutex& mutex_;
  };

  /// Whether a device may have newer values of any byte. Needs no lock.
  bool may_be_pending(const base::memory_range& memory) const {
    return pending_pages_.may_overlap(memory);
  }

  /// Whether an address is on the calling OS thread's stack.
  static bool is_on_stack(const void* address);

  void add(tracked_host_buffer& added) MILLIAMP_REQUIRES(mutex_);
  void remove(const tracked_host_buffer& removed) MILLIAMP_REQUIRES(mutex_);
  void add(host_transfer& added) MILLIAMP_REQUIRES(mutex_);
  void remove(const host_transfer& removed) MILLIAMP_REQUIRES(mutex_);
  /// The conflicts of an operation that starts with earlier ones that have not been waited for.
  std::vector<diagnose::fact> early_uses_by(const host_transfer& started) MILLIAMP_REQUIRES(mutex_);
  /// Must be called after tracked_host_buffer::is_pending() or is_copied() has changed.
  void update_watched_pages() MILLIAMP_REQUIRES(mutex_);
  /// The host has accessed memory through a view of it, which has made it current: asynchronous
  /// synchronizations do not change it any more. The caller holds a scoped_lock, as below.
  void on_host_current(const base::memory_range& memory) MILLIAMP_NO_THREAD_SAFETY_ANALYSIS;
  /// The caller holds a scoped_lock. Not checked, because the analysis ignores that lambdas run
  /// under the lock of tracked_host_buffer::update().
  const std::vector<tracked_host_buffer*>& buffers() const MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
    return buffers_;
  }
  const std::vector<host_transfer*>& transfers() const MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
    return transfers_;
  }

 private:
  friend class base::immortal<host_memory_registry>;

  enum class storage : bool { heap, stack };

  host_memory_registry() = default;

  void check_access(base::memory_range accessed, race::operation op, const void* return_address);
  void end_heap_memory(base::memory_range freed);
  void end_frames_below(std::uintptr_t address);
  void end_lifetime(const base::memory_range& ended, storage kind);
  void update_lowest_on_stack() MILLIAMP_REQUIRES(mutex_);
  void update_tracked_pages() MILLIAMP_REQUIRES(mutex_);

  static base::immortal<host_memory_registry> instance_;
  /// The lowest address of live tracked memory on the calling thread's stack.
  static inline constinit thread_local std::uintptr_t lowest_on_stack_
      __attribute__((tls_model("initial-exec"))) = UINTPTR_MAX;

  page_filter tracked_pages_;
  page_filter pending_pages_;  ///< pages with bytes that the host may not read now
  page_filter copied_pages_;   ///< those, and pages with bytes that a device has a copy of
  base::mutex mutex_;
  std::vector<tracked_host_buffer*> buffers_ MILLIAMP_GUARDED_BY(mutex_);
  std::vector<host_transfer*> transfers_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace milliamp::detail::coherence
