/// @file
/// tile_barrier, at which the threads of a tile wait for each other (spec 4.5), and the memory
/// fences (spec 4.5.4).
///
///     row[t.local[0]] = input[t];
///     t.barrier.wait();             // now every thread sees all of row
#ifndef MILLIAMP_TILE_BARRIER_H
#define MILLIAMP_TILE_BARRIER_H

#include <milliamp/detail/checked.h>
#include <milliamp/detail/restrictions.h>
#include <milliamp/detail/tile.h>
#include <milliamp/detail/view_context.h>

/// Without optimization, a wait is a call: a debugger finds an instruction of the kernel's line to
/// break at, and steps over it as over any call, to the return of the same thread.
///
/// In checked code, Clang must not duplicate a call before it inlines it; GCC does not. Then the
/// code of each inlined call is from one call in the source.
#if !defined(__OPTIMIZE__)
#define MILLIAMP_CALLS_BARRIERS 1
#define MILLIAMP_BARRIER_CALL MILLIAMP_UNINSTRUMENTED __attribute__((noinline))
#elif MILLIAMP_CHECKED_CODE && defined(__clang__)
#define MILLIAMP_CALLS_BARRIERS 0
#define MILLIAMP_BARRIER_CALL __attribute__((convergent)) MILLIAMP_ALWAYS_INLINE
#else
#define MILLIAMP_CALLS_BARRIERS 0
#define MILLIAMP_BARRIER_CALL MILLIAMP_ALWAYS_INLINE
#endif

namespace concurrency {

/// The barrier of a thread's tile. Only the library creates one. A kernel gets it as
/// `tiled_index::barrier` and may copy it.
///
/// Every wait suspends the thread until all threads of the tile have reached the same call. If a
/// thread reaches another barrier, or returns, while others wait, the launch ends with a
/// runtime_exception (spec 8.1.1). On the host, a wait throws unsupported_feature (spec 12.2.4).
class tile_barrier {
 public:
  constexpr tile_barrier(const tile_barrier& other) = default;
  tile_barrier& operator=(const tile_barrier&) = delete;

  /// Waits, with a fence for global and tile_static memory.
  MILLIAMP_AMP_ONLY MILLIAMP_BARRIER_CALL void wait() const {
    arrive(milliamp::detail::fence::all);
  }
  /// Waits, with a fence for global and tile_static memory, as wait() does.
  MILLIAMP_AMP_ONLY MILLIAMP_BARRIER_CALL void wait_with_all_memory_fence() const {
    arrive(milliamp::detail::fence::all);
  }
  /// Waits, with a fence for global memory but not tile_static memory.
  MILLIAMP_AMP_ONLY MILLIAMP_BARRIER_CALL void wait_with_global_memory_fence() const {
    arrive(milliamp::detail::fence::global);
  }
  /// Waits, with a fence for tile_static memory but not global memory.
  MILLIAMP_AMP_ONLY MILLIAMP_BARRIER_CALL void wait_with_tile_static_memory_fence() const {
    arrive(milliamp::detail::fence::tile_static_memory);
  }

 private:
  friend class milliamp::detail::tile_access;
  friend void all_memory_fence(const tile_barrier&);
  friend void global_memory_fence(const tile_barrier&);
  friend void tile_static_memory_fence(const tile_barrier&);

  constexpr tile_barrier(milliamp::detail::tile* tile, milliamp::detail::thread_number thread)
      : tile_(tile), thread_(thread) {}

  MILLIAMP_ALWAYS_INLINE void arrive(milliamp::detail::fence kind) const {
    if (tile_ == nullptr) milliamp::detail::barrier_outside_tile();
#if MILLIAMP_CALLS_BARRIERS
    milliamp::detail::wait_in_library(*tile_, thread_, kind, __builtin_return_address(0));
#else
    milliamp::detail::resume_action how = milliamp::detail::resume_action::resume;
#if MILLIAMP_CHECKED_CODE
    milliamp::detail::switch_request next;
    MILLIAMP_DISTINCT_CALL next = milliamp::detail::wait_in_tile(*tile_, thread_, kind);
    if (next.to != nullptr) how = milliamp::detail::switch_context(*next.from, *next.to);
#else
    if (!milliamp::detail::wait_in_ring(*tile_, how)) {
      milliamp::detail::switch_request next;
      MILLIAMP_DISTINCT_CALL next = tile_->wait(*tile_, thread_, kind);
      if (next.to != nullptr) how = milliamp::detail::switch_context(*next.from, *next.to);
    }
#endif
    if (how == milliamp::detail::resume_action::unwind) milliamp::detail::abandon_thread();
    milliamp::detail::assume_in_kernel();
#endif
  }

  MILLIAMP_ALWAYS_INLINE void on_fence(milliamp::detail::fence kind) const {
    if (tile_ == nullptr) milliamp::detail::barrier_outside_tile();
#if MILLIAMP_CHECKED_CODE
    milliamp::detail::fence_in_tile(*tile_, thread_, kind);
#else
    tile_->on_fence(*tile_, thread_, kind);
#endif
  }

  milliamp::detail::tile* tile_;
  milliamp::detail::thread_number thread_;
};

/// A fence for global and tile_static memory among the threads of the tile. It does not wait, so it
/// is allowed in divergent code (spec 4.5.4).
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE void all_memory_fence(const tile_barrier& barrier) {
  barrier.on_fence(milliamp::detail::fence::all);
}
/// A fence for global memory only.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE void global_memory_fence(const tile_barrier& barrier) {
  barrier.on_fence(milliamp::detail::fence::global);
}
/// A fence for tile_static memory only.
MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE void tile_static_memory_fence(
    const tile_barrier& barrier) {
  barrier.on_fence(milliamp::detail::fence::tile_static_memory);
}

}  // namespace concurrency

#endif
