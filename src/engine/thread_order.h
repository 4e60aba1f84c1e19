/// @file
/// In which order REF lets the threads of a tile take their turns: one order a round, that is from
/// barrier to barrier. Which order it is depends on nothing but the options and the tile's place
/// in the program, so that a run can be repeated.
#pragma once

#include "runtime/options.h"

#include <cstdint>
#include <span>
#include <vector>

namespace milliamp::detail {

class thread_order {
 public:
  /// Begins a tile. @param launch the number of the launch in the process @param tile the number
  /// of the tile in the launch
  void begin_tile(const options& options, thread_number threads, std::uint64_t launch,
                  std::uint64_t tile);

  /// The order of the next round; valid until the next call.
  std::span<const thread_number> next_round();

 private:
  std::vector<thread_number> order_;
  schedule schedule_ = schedule::forward;
  std::uint64_t random_state_ = 0;
};

}  // namespace milliamp::detail
