/// @file
/// The state of a tile that is not running. A kernel's copy of a tile_barrier may outlive its tile;
/// its barriers and fences then throw unsupported_feature.
#pragma once

#include <milliamp/detail/tile.h>

namespace milliamp::detail::engine {

inline switch_request wait_on_host(tile&, thread_number, fence) { barrier_outside_tile(); }
inline switch_request wait_at_on_host(tile&, thread_number, fence, const void*) {
  barrier_outside_tile();
}
inline void on_fence_on_host(tile&, thread_number, fence) { barrier_outside_tile(); }

inline void make_idle(tile& t) noexcept {
  t.wait = &wait_on_host;
  t.wait_at = &wait_at_on_host;
  t.on_fence = &on_fence_on_host;
  t.ring = nullptr;
}

}  // namespace milliamp::detail::engine
