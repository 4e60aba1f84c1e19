/// @file
/// What the workers of a launch find out about its accesses to memory; at the end of the launch it
/// becomes findings.
#pragma once

#include "check/overrun.h"
#include "engine/tile_arena.h"
#include "race/access.h"
#include "report/finding.h"
#include "symbolize/type_layout.h"

#include <compare>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace milliamp::detail::check {
class launch_context;
class overrun;
}  // namespace milliamp::detail::check

namespace milliamp::detail::race {

/// What an instruction does.
struct site_access {
  report::access_kind kind;
  std::uint32_t site;  ///< see site_number_of()

  auto operator<=>(const site_access&) const = default;
};

/// A thread that executes it.
struct thread_access {
  site_access access;
  thread_id thread;
};

/// The memory that is at fault.
struct memory_place {
  std::uintptr_t address;
  engine::tile_arena::place tile_static;  ///< its variable is null for global memory
  bool is_tile_static;
  bool barrier_between;  ///< a barrier whose fence leaves this kind of memory out stands between
  const void* barrier;   ///< the last that the tile has passed; null: none
  bool after_fences = false;  ///< one of the threads has passed a fence since then
};

/// Names the variable and the element at a place.
void describe_memory(const memory_place& place, const check::launch_context& launch,
                     finding& found);

/// What a tile_static variable consists of, as far as debug information tells.
symbolize::type_layout layout_of(const engine::tile_arena::place& place);

/// Faulty accesses. Each worker has a log of its own, so that it needs no lock.
class access_log {
 public:
  /// The faults that are one: those of a kind between two places on one variable. A read of
  /// uninitialised memory has one place, which stands for both.
  struct fault_key {
    finding_kind kind;
    site_access first;
    site_access second;
    const engine::tile_variable* variable;

    auto operator<=>(const fault_key&) const = default;
  };

  /// Two accesses race. The order in which they come does not matter.
  /// @param same_value whether they are taken for writes of the same value, until that is denied
  fault_key add_race(const thread_access& a, const thread_access& b, const memory_place& place,
                     bool same_value = false);

  /// Writes that race have turned out to write different values, or may do so.
  void deny_same_value(const fault_key& race) {
    if (const auto found = faults_.find(race); found != faults_.end()) {
      found->second.same_value = false;
    }
  }

  /// A thread reads what nobody has written. A read of tile_static memory that then races with a
  /// write is that race and nothing else: in another order it would have come second.
  void add_uninitialized_read(const thread_access& reader, const memory_place& place);

  /// Takes back the faults of a thread in the current tile that came of an index out of bounds.
  void take_back(thread_id thread, const check::overrun& access);

  /// The threads of a tile have ended.
  void end_tile();

  /// Keeps how a thread came to a place in the code; the first way that is told is kept.
  void remember_calls(std::uint32_t site, std::vector<const void*> frames);

  /// Moves everything to another log.
  void move_to(access_log& other);

  /// Everything as findings, those of one pair of source lines and one variable folded together.
  std::vector<finding> findings(const check::launch_context& launch) const;

  bool empty() const { return faults_.empty() && calls_.empty(); }

 private:
  struct fault {
    thread_access first;
    thread_access second;
    memory_place place;
    std::uint64_t count;      ///< words, tiles and epochs in which it arose
    bool same_value = false;  ///< each time, both accesses wrote the same value
  };

  void add(const fault_key& k, const fault& f);
  void add_uninitialized_read(const fault& f);
  finding describe(const fault_key& k, const fault& f, const check::launch_context& launch) const;
  finding describe_race(const fault& f, const check::launch_context& launch) const;
  finding describe_uninitialized_read(const fault& f, const check::launch_context& launch) const;
  event describe_access(const thread_access& a, const check::launch_context& launch) const;

  std::map<fault_key, fault> faults_;
  /// Reads of unwritten tile_static memory in the current tile, by address and site.
  std::map<std::pair<std::uintptr_t, std::uint32_t>, fault> reads_before_writes_;
  std::map<std::uint32_t, std::vector<const void*>> calls_;
};

}  // namespace milliamp::detail::race
