/// @file
/// The part of a running tile that the kernel's barriers use.
#ifndef MILLIAMP_DETAIL_TILE_H
#define MILLIAMP_DETAIL_TILE_H

#include <milliamp/detail/context_switch.h>
#include <milliamp/export.h>

#include <cstdint>

namespace milliamp::detail {

/// The number of a thread within its tile. The least significant dimension varies fastest.
using thread_number = std::uint32_t;

/// The limit of threads in a tile (spec 7).
inline constexpr thread_number max_threads_in_tile = 1024;

/// The kinds of memory whose accesses a barrier or a fence orders (spec 4.5, 8.1.2).
enum class fence : std::uint8_t { global = 1, tile_static_memory = 2, all = 3 };

/// The exceptions that are in flight on an OS thread, as the C++ runtime records them (Itanium C++
/// ABI, section 2.2.2).
struct exceptions_in_flight {
  void* handled;
  unsigned int uncaught;

  bool any() const noexcept { return handled != nullptr || uncaught != 0; }
};

/// The position of a tile in its launch. A tile of rank N uses the last N values.
struct tile_coordinates {
  std::int32_t values[3];

  std::int32_t operator[](int d) const { return values[d]; }
};

/// A running tile as the kernel's code sees it. Engines derive from it.
struct tile {
  /// Called by a thread that has reached a barrier. Returns the context switch that suspends the
  /// thread until all threads of the tile have arrived. It is called from the kernel's own code, so
  /// its return address is the location of the barrier.
  switch_request (*wait)(tile&, thread_number, fence);
  /// Records a fence that is not part of a barrier.
  void (*on_fence)(tile&, thread_number, fence);
  /// The contexts of all threads while each thread that reaches a barrier only has to switch to the
  /// next thread in number, and the last thread to the first. Null where wait() must be called.
  fiber_context* ring;
  fiber_context* last;  ///< the last context of the ring
  /// The exceptions in flight on the OS thread that runs the tile. If there are any, wait() must be
  /// called.
  exceptions_in_flight* exceptions;
  tile_coordinates coordinates;
  /// Called instead of wait() for a barrier at another address than that to which the call returns.
  switch_request (*wait_at)(tile&, thread_number, fence, const void* barrier);
  /// For each thread the barrier at which the library's code has suspended it, otherwise null.
  const void** waiting;
};

/// The context in the ring that runs on the calling OS thread. A thread that waits stores the next
/// one here. A thread could also find its context in the ring by its thread number, which is on its
/// stack. But then the address of the next stack would depend on a load from this one, and a
/// context switch would take as long as that chain of loads: 3.1 ns. The address of this word
/// depends on nothing: 1.7 ns with GCC, 1.9 ns with Clang.
extern MILLIAMP_API __thread fiber_context* running_in_ring
    __attribute__((tls_model("initial-exec")));

/// Waits at a barrier by switching to the next thread in the ring. Returns false where wait() must
/// be called.
MILLIAMP_ALWAYS_INLINE bool wait_in_ring(tile& t, resume_action& how) {
#if MILLIAMP_INLINE_SWITCH
  if (t.ring == nullptr || t.exceptions->any()) return false;
  fiber_context* const me = running_in_ring;
  prefetch_stack(me[prefetch_distance]);
  fiber_context* next = me + 1;
  if (__builtin_expect(me == t.last, 0)) {
    next = t.ring;
    __asm__("" : "+r"(next));  // forces a branch, which is predicted: a select waits for t.last
  }
  running_in_ring = next;
  how = switch_context(*me, *next);
  return true;
#else
  static_cast<void>(t), static_cast<void>(how);
  return false;
#endif
}

/// Instrumented code calls these instead of tile::wait and tile::on_fence. Otherwise its reads of
/// the tile would be checked as accesses of the kernel.
MILLIAMP_API switch_request wait_in_tile(tile&, thread_number, fence);
MILLIAMP_API void fence_in_tile(tile&, thread_number, fence);

/// The whole wait, in code that is not optimized.
/// @param barrier the location of the barrier: an address in the kernel's own code
MILLIAMP_API void wait_in_library(tile&, thread_number, fence, const void* barrier);

/// Ends the calling thread, whose tile failed while it waited, by an exception that unwinds it.
[[noreturn]] MILLIAMP_API void abandon_thread();

/// Creates tile_barrier objects and reads their private members.
class tile_access;

/// Throws unsupported_feature: a barrier or a fence was used outside a running tile.
[[noreturn]] MILLIAMP_API void barrier_outside_tile();

}  // namespace milliamp::detail

#endif
