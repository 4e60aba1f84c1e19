/// @file
/// The races of one launch, as the workers find them; at the end of the launch they become
/// findings.
#pragma once

#include "engine/tile_arena.h"
#include "engine/thread_position.h"
#include "report/finding.h"

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace milliamp::detail {

/// One of the two accesses of a race.
struct race_access {
  access_kind kind;
  std::uint32_t site;  ///< see site_numbers

  auto operator<=>(const race_access&) const = default;
};

/// Where and how two accesses raced.
struct race_instance {
  std::uint64_t tile_number;
  std::array<std::int32_t, 3> tile_coordinates;
  thread_number earlier_thread;
  thread_number later_thread;
  std::size_t offset;  ///< of the first byte, within the variable
};

/// All races between two places on one variable.
struct race {
  race_access earlier;
  race_access later;
  std::shared_ptr<const tile_module> module;
  const tile_variable* variable;  ///< null: no symbol tells which
  race_instance first;            ///< the one in the tile with the lowest number
  std::uint64_t count;            ///< words, tiles and epochs in which they raced
};

/// The races that a worker has found. Each worker has its own, so that it needs no lock.
class race_log {
 public:
  /// Takes an instance in. Cheap for races that are known already.
  void add(const race_access& earlier, const race_access& later, const tile_arena::place& place,
           const race_instance& instance);

  /// Moves all races to another log.
  void move_to(race_log& other);

  /// The races as findings, those of one pair of source lines and one variable folded together.
  std::vector<finding> findings(const tiled_kernel& kernel) const;

  bool empty() const { return races_.empty(); }

 private:
  struct key {
    race_access one;
    race_access other;
    const tile_variable* variable;

    auto operator<=>(const key&) const = default;
  };

  void add(const race& r);

  std::map<key, race> races_;
};

}  // namespace milliamp::detail
