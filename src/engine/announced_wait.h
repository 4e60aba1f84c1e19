/// @file
/// The wait of a tile in a program that AddressSanitizer checks.
#pragma once

#include "engine/failure.h"
#include "fiber/context_switch.h"

#include <milliamp/detail/tile.h>

namespace milliamp::detail::engine {

/// tile::wait that makes the switch here, and announces it, rather than in the kernel's code, which
/// may be compiled without AddressSanitizer.
inline switch_request wait_announced(tile& t, thread_number thread, fence kind) {
  const switch_request next = t.wait_at(t, thread, kind, __builtin_return_address(0));
  if (next.to != nullptr && fiber::switch_to(*next.from, *next.to) == resume_action::unwind)
    throw tile_abandoned{};
  return {};
}

}  // namespace milliamp::detail::engine
