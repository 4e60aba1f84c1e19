/// @file
/// What a kernel's barriers know of the tile that the engine is running.
#ifndef MILLIAMP_DETAIL_TILE_H
#define MILLIAMP_DETAIL_TILE_H

#include <milliamp/detail/context_switch.h>
#include <milliamp/export.h>

#include <cstdint>

namespace milliamp::detail {

/// The number of a thread within its tile, counted with the least significant dimension fastest.
using thread_number = std::uint32_t;

/// The kinds of memory around which a barrier or a fence orders accesses (spec 4.5, 8.1.2).
enum class fence : std::uint8_t { global = 1, tile_static = 2, all = 3 };

/// The exceptions that a thread of the system has in flight, as the C++ runtime records them (C++
/// ABI for Itanium, section 2.2.2).
struct exceptions_in_flight {
  void* handled;
  unsigned int uncaught;

  bool any() const noexcept { return handled != nullptr || uncaught != 0; }
};

/// Where a tile is in its launch; a tile of rank N uses the last N.
struct tile_coordinates {
  std::int32_t values[3];

  std::int32_t operator[](int d) const { return values[d]; }
};

/// A tile while it runs: what an engine shows to the kernel's code. Engines derive from it.
struct tile {
  /// The calling thread has come to a barrier: to whom it has to hop until all threads of the tile
  /// have come there. Called from the kernel's own code, so that its return address is the
  /// barrier's place in the source.
  switch_request (*wait)(tile&, thread_number, fence);
  /// Notes a fence that is not part of a barrier.
  void (*on_fence)(tile&, thread_number, fence);
  /// Where each thread goes on, while all that a thread has to do at a barrier is to hop to the
  /// next in number, and from the last to the first; else null: wait() is to be asked.
  fiber_context* ring;
  fiber_context* last;  ///< in the ring
  /// Of the thread of the system that runs the tile. With some in flight wait() is to be asked.
  exceptions_in_flight* exceptions;
  tile_coordinates coordinates;
};

/// The member of the ring that runs on the calling thread of the system; each that waits leaves
/// here who is next. A thread could find itself in the ring by its number, which it has on its
/// stack; but then the next stack would be known only after this one is, and a hop would take as
/// long as those loads, one after another, do: 3.1 ns. This word has an address that depends on
/// nothing: 1.7 ns with GCC, 1.9 ns with Clang.
extern MILLIAMP_API __thread fiber_context* running_in_ring
    __attribute__((tls_model("initial-exec")));

/// Waits by hopping around the ring. Returns false where wait() is to be asked.
MILLIAMP_ALWAYS_INLINE bool wait_in_ring(tile& t, resume_action& how) {
#if MILLIAMP_INLINE_SWITCH
  if (t.ring == nullptr || t.exceptions->any()) return false;
  fiber_context* const me = running_in_ring;
  prefetch_stack(me[prefetch_distance]);
  fiber_context* next = me + 1;
  if (__builtin_expect(me == t.last, 0)) {
    next = t.ring;
    __asm__("" : "+r"(next));  // a branch, to be predicted: what computes it waits for t.last
  }
  running_in_ring = next;
  how = switch_context(*me, *next);
  return true;
#else
  static_cast<void>(t), static_cast<void>(how);
  return false;
#endif
}

/// What instrumented code calls instead of tile::wait and tile::note_fence, so that it does not
/// itself read the tile: that would be an access of the kernel's, to be checked.
MILLIAMP_API switch_request wait_in_tile(tile&, thread_number, fence);
MILLIAMP_API void fence_in_tile(tile&, thread_number, fence);

/// Ends the calling thread, whose tile has failed while it waited, by an exception that unwinds it.
[[noreturn]] MILLIAMP_API void abandon_thread();

/// The only maker of tile_barrier objects, and the only reader of what they hold.
class tile_access;

/// Throws unsupported_feature: a barrier or a fence was used where no tile is running.
[[noreturn]] MILLIAMP_API void barrier_outside_tile();

}  // namespace milliamp::detail

#endif
