/// @file
/// Barrier divergence: threads of one tile that did not all come to the same barrier (spec 8.1.1).
#pragma once

#include <milliamp/detail/launch.h>
#include <milliamp/finding.h>

#include <exception>
#include <vector>

namespace milliamp::detail::engine {

/// Where a thread of a tile was when its tile could not go on.
struct thread_state {
  /// The barrier at which it waits, as the return address of its call; null: it has returned.
  const void* barrier;
  /// The calls that led there, as far as they are known: return addresses, the innermost first.
  std::vector<const void*> calls = {};
};

/// Whether two threads wait at one barrier, to which the same calls have led them, or have both
/// returned. Calls count because what controls them has to be the same for all threads, too.
bool is_same_stop(const thread_state& a, const thread_state& b);

/// The finding of a divergence: which threads wait at which barrier, and which have returned.
/// @param states one for each thread of the tile
finding describe_divergence(const tiled_kernel& kernel, const tile_coordinates& tile,
                            const std::vector<thread_state>& states);

/// The runtime_exception that ends a launch with a divergence.
std::exception_ptr divergence_failure(const finding& divergence);

}  // namespace milliamp::detail::engine
