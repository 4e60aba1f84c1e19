/// @file
/// The state of a tile that is not running. A kernel's copy of a tile_barrier may outlive its tile;
/// its barriers and fences then throw unsupported_feature.
#pragma once

#include <milliamp/detail/tile.h>

namespace milliamp::detail::engine {

inline switch_request wait_on_host(tile&, thread_number, fence) { barrier_outside_tile(); }
inline void on_fence_on_host(tile&, thread_number, fence) { barrier_outside_tile(); }

inline void make_idle(tile& t) noexcept {
  t.wait = &wait_on_host;
  t.on_fence = &on_fence_on_host;
  t.ring = nullptr;
}

inline bool is_idle(const tile& t) noexcept { return t.wait == &wait_on_host; }

}  // namespace milliamp::detail::engine
