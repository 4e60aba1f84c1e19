#include "reliability/shrink.h"

#include <utility>

namespace reliability {

namespace {

using predicate = std::function<bool(const kernel&)>;

/// Applies a change to a copy, which replaces the kernel when it still shows it.
template <class Change>
bool try_change(kernel& k, const predicate& still_shows, Change change) {
  kernel smaller = k;
  change(smaller);
  if (!still_shows(smaller)) return false;
  k = std::move(smaller);
  return true;
}

bool drop_programs(kernel& k, const predicate& still_shows) {
  bool changed = false;
  for (std::size_t t = 0; t < k.tiles.size(); ++t) {
    if (k.tiles[t].empty()) continue;
    changed |= try_change(k, still_shows, [&](kernel& c) { c.tiles[t].clear(); });
  }
  return changed;
}

bool drop_steps(kernel& k, const predicate& still_shows) {
  bool changed = false;
  for (std::size_t t = 0; t < k.tiles.size(); ++t) {
    for (std::size_t s = k.tiles[t].size(); s-- > 0;) {
      changed |= try_change(k, still_shows, [&](kernel& c) {
        c.tiles[t].erase(c.tiles[t].begin() + static_cast<std::ptrdiff_t>(s));
      });
    }
  }
  return changed;
}

/// Takes a thread's operations away, but for the waits, which all threads have to make.
bool drop_threads(kernel& k, const predicate& still_shows) {
  bool changed = false;
  for (std::size_t t = 0; t < k.tiles.size(); ++t) {
    for (int i = 0; i < k.shape.threads_in_tile(); ++i) {
      bool is_idle = true;
      kernel smaller = k;
      for (step& all : smaller.tiles[t]) {
        operation& o = all[static_cast<std::size_t>(i)];
        if (is_wait(o.what) || o.what == action::none) continue;
        is_idle = false;
        o = operation();
      }
      if (is_idle || !still_shows(smaller)) continue;
      k = std::move(smaller);
      changed = true;
    }
  }
  return changed;
}

bool drop_operations(kernel& k, const predicate& still_shows) {
  bool changed = false;
  for (std::size_t t = 0; t < k.tiles.size(); ++t) {
    for (std::size_t s = 0; s < k.tiles[t].size(); ++s) {
      for (std::size_t i = 0; i < k.tiles[t][s].size(); ++i) {
        const action what = k.tiles[t][s][i].what;
        if (is_wait(what) || what == action::none) continue;
        changed |= try_change(k, still_shows, [&](kernel& c) { c.tiles[t][s][i] = operation(); });
      }
    }
  }
  return changed;
}

}  // namespace

kernel shrink(kernel k, const predicate& still_shows) {
  bool changed = true;
  while (changed) {
    changed = drop_programs(k, still_shows);
    changed |= drop_steps(k, still_shows);
    changed |= drop_threads(k, still_shows);
    changed |= drop_operations(k, still_shows);
  }
  return k;
}

}  // namespace reliability
