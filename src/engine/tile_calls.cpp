/// @file
/// The functions that a kernel's barriers and fences call (see milliamp/detail/tile.h).

#include "base/thread_state.h"
#include "engine/failure.h"
#include "engine/idle_tile.h"
#include "engine/waiting_threads.h"
#include "fiber/context_switch.h"

#include <milliamp/detail/tile.h>
#include <milliamp/exceptions.h>

namespace milliamp::detail {

// The calls of tile::wait are jumps: the return address stays the kernel's.
switch_request wait_in_tile(tile& t, thread_number thread, fence kind) {
  // The kernel has loaded the address of `t` from the thread's stack, which the turn before has
  // found through members of the tile. If this turn found those members through `t`, each turn
  // would have to wait for the loads of the one before.
  tile* const running = base::this_thread.tile;
  tile* self = running;
  __asm__("" : "+r"(self));  // hides from the compiler that it is equal to &t
  if (running != &t) [[unlikely]]
    return t.wait(t, thread, kind);
  return self->wait(*self, thread, kind);
}

void wait_in_library(tile& t, thread_number thread, fence kind, const void* barrier) {
  if (engine::is_idle(t)) barrier_outside_tile();
  const engine::waiting_scope waiting(t.waiting[thread], barrier);
  const switch_request next = t.wait_at(t, thread, kind, barrier);
  if (next.to == nullptr) return;
  if (fiber::switch_to(*next.from, *next.to) == resume_action::unwind) abandon_thread();
}

void fence_in_tile(tile& t, thread_number thread, fence kind) { t.on_fence(t, thread, kind); }

void abandon_thread() { throw engine::tile_abandoned{}; }

void barrier_outside_tile() {
  throw concurrency::unsupported_feature(
      "a tile_barrier and its memory fences can be used only within a tiled parallel_for_each, by "
      "the threads of the barrier's tile");
}

}  // namespace milliamp::detail
