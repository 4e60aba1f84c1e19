#include "reliability/comparison.h"

#include "reliability/interpreter.h"
#include "reliability/shrink.h"

#include <milliamp/finding.h>

#include <tbb/task_arena.h>

#include <cstddef>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace reliability {

namespace {

using milliamp::event;
using milliamp::finding;
using milliamp::finding_kind;

/// Whether several workers that run the kernel may decide by chance which of its compare_exchanges
/// succeed. The detector records whether one will succeed, and then performs it; another tile may
/// change the word in between, if it does not wait for its turn (checker::await_turn()).
bool depends_on_workers(const kernel& k) {
  std::map<std::pair<memory, int>, std::set<std::size_t>> changing_tiles;  // by word
  const auto for_each_global = [&k](auto f) {
    for (std::size_t tile = 0; tile < k.tiles.size(); ++tile) {
      for (const step& all : k.tiles[tile]) {
        for (const operation& o : all) {
          if (o.where != memory::local && !is_tile_static(o.where)) f(tile, o);
        }
      }
    }
  };
  for_each_global([&](std::size_t tile, const operation& o) {
    // The interpreter does not use what the two atomic operations return.
    if (o.what != action::store && o.what != action::fetch_add && o.what != action::fetch_max) {
      return;
    }
    for (int word = o.offset / word_size; word * word_size < o.offset + o.width; ++word) {
      changing_tiles[{o.where, word}].insert(tile);
    }
  });
  bool depends = false;
  for_each_global([&](std::size_t tile, const operation& o) {
    if (o.what != action::compare_exchange) return;
    const auto changing = changing_tiles.find({o.where, o.offset / word_size});
    if (changing == changing_tiles.end()) return;
    depends = depends || changing->second.size() > 1 || changing->second.count(tile) == 0;
  });
  return depends;
}

/// How a finding calls the kind of an access.
const char* kind_of(action a) {
  return a == action::load ? "read" : a == action::store ? "write" : "atomic";
}

/// The number of a thread through all tiles.
int number_of(const grid& g, const milliamp::thread_position& thread) {
  const auto number = [&](const std::vector<std::int32_t>& i, const std::array<int, 3>& lengths) {
    int n = 0;
    for (std::size_t d = 0; d < i.size(); ++d) n = n * lengths[3 - i.size() + d] + i[d];
    return n;
  };
  if (!g.is_tiled) return number(thread.global, g.tiles);
  return number(thread.tile, g.tiles) * g.threads_in_tile() + number(thread.local, g.tile);
}

/// A race that findings must report: for each tile_static variable, but only for some of the global
/// memories that the two places race on.
struct reported_race {
  std::string where;
  bool is_within_tile;
  place one;
  place other;

  friend auto operator<=>(const reported_race&, const reported_race&) = default;
};

reported_race as_reported(const race& r) {
  return {is_tile_static(r.where) ? to_string(r.where) : "global", r.is_within_tile, r.one,
          r.other};
}

std::string to_string(const reported_race& r) {
  return to_string(r.one) + " and " + to_string(r.other) + ", " + r.where +
         (r.is_within_tile ? " within a tile" : " between tiles");
}

std::string lines_of(const std::set<reported_race>& races) {
  std::string lines;
  for (const reported_race& r : races) lines += "  " + to_string(r) + '\n';
  return lines;
}

class comparer {
 public:
  comparer(const kernel& k, const trace& order, std::optional<rule> left_out)
      : kernel_(k), model_(k, order, left_out), unread_(k, order, rule::atomics_carry_order) {
    check_complete(order);
  }

  comparison compare(const std::vector<finding>& findings) {
    for (const finding& f : findings) check(f);
    std::set<reported_race> expected;
    for (const race& r : model_.races()) expected.insert(as_reported(r));
    for (const reported_race& r : expected) {
      if (found_.count(r) == 0) add_difference("not found", to_string(r));
    }
    result_.races = expected.size();
    if (!result_.difference.empty()) {
      result_.found = lines_of(found_);
      result_.expected = lines_of(expected);
    }
    return result_;
  }

 private:
  void add_difference(const std::string& what, const std::string& about) {
    result_.difference += what + ": " + about + '\n';
  }

  /// Every operation must have been done, or the comparison would be of nothing.
  void check_complete(const trace& order) const {
    for (std::size_t t = 0; t < kernel_.tiles.size(); ++t) {
      std::size_t operations = 0;
      for (const step& all : kernel_.tiles[t]) {
        for (const operation& o : all) operations += o.what != action::none && !is_wait(o.what);
      }
      if (order[t].size() != operations) {
        throw std::logic_error("tile " + std::to_string(t) + " made " +
                               std::to_string(order[t].size()) + " of " +
                               std::to_string(operations) + " operations");
      }
    }
  }

  void check(const finding& f) {
    if (f.kind == finding_kind::uninitialized_read) return;
    const bool is_race = f.kind == finding_kind::race;
    if (!is_race && f.kind != finding_kind::order_dependent_read) {
      return add_difference("no race", to_string(f));
    }
    const event& a = f.events[0];
    const event& b = f.events[1];
    const place place_a = place_of(a.frames.front().function);
    const place place_b = place_of(b.frames.front().function);
    const std::vector<std::int32_t>& tile = a.threads.front().tile;
    const bool is_within_tile = !tile.empty() && tile == b.threads.front().tile;
    const race reported = make_race(memory_of(f.variable), is_within_tile, place_a, place_b);
    if (a.what != kind_of(place_a.what) || b.what != kind_of(place_b.what)) {
      add_difference("wrong kind of access", to_string(f));
    }
    int thread_at_one = number_of(kernel_.shape, a.threads.front());
    int thread_at_other = number_of(kernel_.shape, b.threads.front());
    if (reported.one != place_a) std::swap(thread_at_one, thread_at_other);
    // The detector leaves out those that may be deliberate, so only what it reports is compared.
    if (!is_race) {
      if (!unread_.is_order_dependent(reported, thread_at_one, thread_at_other)) {
        add_difference("no order-dependent read", to_string(f));
      }
      return;
    }
    if (!reported_.insert(reported).second) add_difference("found twice", to_string(reported));
    found_.insert(as_reported(reported));
    if (model_.races().count(reported) == 0)
      return add_difference("no race by the model", to_string(reported));

    const bool is_right = model_.is_instance(reported, thread_at_one, thread_at_other);
    if (!is_right) {
      add_difference("not these threads", to_string(reported) + ": " +
                                              to_string(a.threads.front()) + " and " +
                                              to_string(b.threads.front()));
    }
  }

  const kernel& kernel_;
  const reference_model model_;
  /// Without the order that a thread's reads happen to establish.
  const reference_model unread_;
  std::set<race> reported_;
  std::set<reported_race> found_;
  comparison result_;
};

}  // namespace

comparison compare(const kernel& k, const trace& order, const std::vector<finding>& findings,
                   std::optional<rule> left_out) {
  return comparer(k, order, left_out).compare(findings);
}

comparison run_and_compare(const kernel& k, milliamp::schedule order, std::uint64_t seed,
                           std::optional<rule> left_out) {
  milliamp::set_schedule(order, seed);
  milliamp::finding_scope scope;
  tbb::task_arena arena(depends_on_workers(k) ? 1 : tbb::task_arena::automatic);
  const trace done = arena.execute([&k] { return run(k); });
  return compare(k, done, scope.findings(), left_out);
}

std::string explain(std::uint64_t seed, const kernel& k, milliamp::schedule order,
                    std::optional<rule> left_out) {
  const auto compare = [&](const kernel& c) { return run_and_compare(c, order, seed, left_out); };
  const kernel small = shrink(k, [&](const kernel& c) { return !compare(c).difference.empty(); });
  const comparison c = compare(small);
  return "seed " + std::to_string(seed) + ", shrunk to " + to_string(small) + "the detector:\n" +
         c.found + "the model:\n" + c.expected + c.difference;
}

}  // namespace reliability
