#include "reliability/reference_model.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace reliability {

namespace {

// --- What is done to what ------------------------------------------------------------------------

/// Kinds of memory, as a set (8.1.2, 1).
enum kinds : unsigned { no_memory = 0, global_memory = 1, tile_static_memory = 2, both = 3 };

kinds kinds_of(memory m) {
  switch (m) {
    case memory::words:
    case memory::odd:
      return tile_static_memory;
    case memory::view:
    case memory::array:
    case memory::host:
      return global_memory;
    case memory::local:
      return no_memory;  // nothing that threads could share
  }
  return no_memory;
}

bool is_fence(action a) { return a >= action::all_memory_fence; }

/// The memory that an access is to, or that a fence or a barrier is a fence of (4.5.3, 4.5.4).
kinds kinds_of(const operation& o) {
  switch (o.what) {
    case action::wait:
    case action::wait_with_all_memory_fence:
    case action::all_memory_fence:
      return both;
    case action::wait_with_global_memory_fence:
    case action::global_memory_fence:
      return global_memory;
    case action::wait_with_tile_static_memory_fence:
    case action::tile_static_memory_fence:
      return tile_static_memory;
    default:
      return kinds_of(o.where);
  }
}

place place_of(const operation& o) { return {o.what, o.width, o.site}; }

}  // namespace

race make_race(memory where, bool is_within_tile, const place& a, const place& b) {
  return {where, is_within_tile, std::min(a, b), std::max(a, b)};
}

std::string to_string(const race& r) {
  return to_string(r.one) + " and " + to_string(r.other) + ", " + to_string(r.where) +
         (r.is_within_tile ? " within a tile" : " between tiles");
}

// --- The order within a tile ---------------------------------------------------------------------

/// All that was done in the tile, in the order in which it was.
reference_model::history reference_model::make_history(
    int tile, const tile_program& program, const std::vector<trace_entry>& order) const {
  history h;
  const auto add = [&](int thread, const operation& o, bool stored) {
    const bool loads = o.what != action::store;
    const bool stores = o.what == action::store ||
                        (is_atomic(o.what) && (stored || !holds(rule::failures_store_nothing)));
    // Splits an access at the ends of words. Operations without bytes are added once.
    const int end = o.offset + o.width;
    int begin = o.offset;
    do {
      const int stop = std::min(end, (begin / word_size + 1) * word_size);
      h.events.push_back({tile, thread, o, begin, stop, loads, stores, h.events.size()});
      begin = stop;
    } while (begin < end);
  };
  std::size_t step = 0;
  const auto add_waits_up_to = [&](std::size_t end) {
    for (; step < end; ++step) {
      if (is_wait(program[step].front().what)) add(-1, program[step].front(), false);
    }
  };
  for (const trace_entry& done : order) {
    // Threads may be in different steps, but no wait lies between those.
    add_waits_up_to(done.step);
    add(done.thread, program[done.step][done.thread], done.stored);
  }
  add_waits_up_to(program.size());
  establish_order(h);
  return h;
}

/// The direct orders and their transitive closure. All lead from an event to a later one, so the
/// predecessors of an event's direct predecessors are known when its turn comes.
void reference_model::establish_order(history& h) const {
  const std::size_t count = h.events.size();
  h.before.assign(count, boost::dynamic_bitset<>(count));
  std::vector<std::size_t> fences;
  std::map<std::pair<memory, int>, std::size_t> last_store;  // by word

  for (std::size_t n = 0; n < count; ++n) {
    const event& e = h.events[n];
    boost::dynamic_bitset<>& before = h.before[n];
    const auto order_after = [&](std::size_t earlier) {
      if (before[earlier]) return;
      before[earlier] = true;
      before |= h.before[earlier];
    };

    // Rules 1, 2 and 4: around fences, which include barriers.
    const auto order_by_fence = [&](std::size_t earlier) {
      if (is_ordered_by_fence(h.events[earlier], e)) order_after(earlier);
    };
    if (is_fence(e.what.what)) {
      for (std::size_t i = n; i-- > 0;) order_by_fence(i);
      fences.push_back(n);
    } else {
      for (std::size_t i = fences.size(); i-- > 0;) order_by_fence(fences[i]);
    }

    // Rule 3: after the atomic operation that stored what is read.
    if (!is_access(e.what.what)) continue;
    const std::pair location(e.what.where, e.begin / word_size);
    const auto store = last_store.find(location);
    if (holds(rule::atomics_carry_order) && e.loads && store != last_store.end() &&
        is_atomic(h.events[store->second].what.what)) {
      order_after(store->second);
    }
    if (e.stores && (is_atomic(e.what.what) || holds(rule::plain_stores_end_chains))) {
      last_store[location] = n;
    }
  }
}

/// Rules 1, 2 and 4, where at least one event is a fence.
bool reference_model::is_ordered_by_fence(const event& earlier, const event& later) const {
  const action a = earlier.what.what;
  const action b = later.what.what;
  if (is_fence(a) && is_fence(b) && !holds(rule::fences_stay_in_order)) return false;
  if ((is_wait(a) || is_wait(b)) ? !holds(rule::barriers_are_fences_of_all)
                                 : !holds(rule::fences_order_their_thread)) {
    return false;
  }
  const bool by_one_thread =
      earlier.thread == later.thread || earlier.thread == -1 || later.thread == -1;
  const bool share_kind = (kinds_of(earlier.what) & kinds_of(later.what)) != 0;
  return by_one_thread && (share_kind || !holds(rule::fences_have_kinds));
}

// --- Races ---------------------------------------------------------------------------------------

/// The table of 8.1.2.2.
bool reference_model::are_compatible(const operation& a, const operation& b) const {
  if (a.what == action::store || b.what == action::store) return false;
  if (is_atomic(a.what) && is_atomic(b.what)) return holds(rule::atomics_are_compatible);
  if (is_atomic(a.what) || is_atomic(b.what)) return holds(rule::atomics_bear_reads);
  return holds(rule::reads_are_compatible);
}

/// "Applied to the same (or overlapping) memory location" (8.1.2.2).
bool reference_model::overlap(const event& a, const event& b) const {
  if (a.what.where != b.what.where) return false;
  if (holds(rule::bytes_overlap)) return a.begin < b.end && b.begin < a.end;
  return a.begin / word_size == b.begin / word_size;
}

/// 8.1.2.3: always in different tiles, else when no order has been established.
bool reference_model::are_concurrent(const event& a, const event& b) const {
  if (a.tile != b.tile) return holds(rule::tiles_are_concurrent);
  const history& h = tiles_[static_cast<std::size_t>(a.tile)];
  return !h.before[a.number][b.number] && !h.before[b.number][a.number];
}

/// Whether two operations of separate threads on memory that they share are concurrent and overlap.
bool reference_model::meet(const event& a, const event& b) const {
  const bool by_one_thread = a.tile == b.tile && a.thread == b.thread;
  if (by_one_thread && holds(rule::threads_differ)) return false;
  const kinds kind = kinds_of(a.what);
  if (kind == no_memory && holds(rule::threads_own_locals)) return false;
  if (kind == tile_static_memory && a.tile != b.tile && holds(rule::tiles_own_tile_static))
    return false;
  return overlap(a, b) && are_concurrent(a, b);
}

/// 8.1.2.4: "two operations performed by two separate threads are both (a) incompatible AND (b)
/// concurrent", where threads share the memory at all.
bool reference_model::are_racing(const event& a, const event& b) const {
  return !are_compatible(a.what, b.what) && meet(a, b);
}

bool reference_model::are_order_dependent(const event& a, const event& b) const {
  const auto depends = [](const event& read, const event& change) {
    return read.what.what == action::load && is_atomic(change.what.what) && change.stores;
  };
  return (depends(a, b) || depends(b, a)) && meet(a, b);
}

reference_model::reference_model(const kernel& k, const trace& order, std::optional<rule> left_out)
    : left_out_(left_out), threads_in_tile_(k.shape.threads_in_tile()) {
  for (std::size_t t = 0; t < k.tiles.size(); ++t) {
    tiles_.push_back(make_history(static_cast<int>(t), k.tiles[t], order[t]));
    for (const event& e : tiles_.back().events) {
      if (is_access(e.what.what)) accesses_.push_back(e);
    }
  }
  // Accesses that overlap are to the same word, as those to several words have been split.
  std::map<std::pair<memory, int>, std::vector<const event*>> accesses_to_word;
  for (const event& a : accesses_) {
    std::vector<const event*>& others = accesses_to_word[{a.what.where, a.begin / word_size}];
    for (const event* b : others) {
      if (are_racing(a, *b)) {
        races_.insert(
            make_race(a.what.where, a.tile == b->tile, place_of(a.what), place_of(b->what)));
      }
    }
    others.push_back(&a);
  }
}

template <class Predicate>
bool reference_model::has_instance(const race& r, int thread_at_one, int thread_at_other,
                                   Predicate predicate) const {
  const auto matches = [&](const event& e, const place& p, int thread) {
    return e.tile * threads_in_tile_ + e.thread == thread && e.what.where == r.where &&
           place_of(e.what) == p;
  };
  for (const event& a : accesses_) {
    if (!matches(a, r.one, thread_at_one)) continue;
    for (const event& b : accesses_) {
      if (matches(b, r.other, thread_at_other) && predicate(a, b)) return true;
    }
  }
  return false;
}

bool reference_model::is_instance(const race& r, int thread_at_one, int thread_at_other) const {
  return has_instance(r, thread_at_one, thread_at_other,
                      [this](const event& a, const event& b) { return are_racing(a, b); });
}

bool reference_model::is_order_dependent(const race& places, int thread_at_one,
                                         int thread_at_other) const {
  return has_instance(places, thread_at_one, thread_at_other,
                      [this](const event& a, const event& b) { return are_order_dependent(a, b); });
}

}  // namespace reliability
