/// @file
/// What a kernel's barriers know of the tile that the engine is running.
#ifndef MILLIAMP_DETAIL_TILE_H
#define MILLIAMP_DETAIL_TILE_H

#include <milliamp/detail/hop.h>
#include <milliamp/export.h>

#include <cstdint>

namespace milliamp {
namespace detail {

/// The number of a thread within its tile, counted with the least significant dimension fastest.
using thread_number = std::uint32_t;

/// The kinds of memory around which a barrier or a fence orders accesses (spec 4.5, 8.1.2).
enum class fence : std::uint8_t { global = 1, tile_static = 2, all = 3 };

/// A tile while it runs: what an engine shows to the kernel's code. Engines derive from it.
struct tile {
  /// The calling thread has come to a barrier: to whom it has to hop until all threads of the tile
  /// have come there. Called from the kernel's own code, so that its return address is the
  /// barrier's place in the source.
  handover (*wait)(tile&, thread_number, fence);
  /// Notes a fence that is not part of a barrier.
  void (*note_fence)(tile&, thread_number, fence);
  /// The tile's coordinates; a tile of rank N uses the last N.
  std::int32_t coordinates[3];
};

/// What instrumented code calls instead of tile::wait and tile::note_fence, so that it does not
/// itself read the tile: that would be an access of the kernel's, to be checked.
MILLIAMP_API handover wait_in_tile(tile&, thread_number, fence);
MILLIAMP_API void note_fence_in_tile(tile&, thread_number, fence);

/// Ends the calling thread, whose tile has failed while it waited, by an exception that unwinds it.
[[noreturn]] MILLIAMP_API void abandon_thread();

/// The only maker of tile_barrier objects, and the only reader of what they hold.
class tile_access;

/// Throws unsupported_feature: a barrier or a fence was used where no tile is running.
[[noreturn]] MILLIAMP_API void barrier_outside_tile();

}  // namespace detail
}  // namespace milliamp

#endif
