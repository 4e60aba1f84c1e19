/// @file
/// The timeline of a recorded tile in characters: a lane for each thread, a row for what threads do
/// between the same two barriers, and the barriers as lines across all lanes.
///
///     line event              0            1            2            3
///        9 write sums         [0]=1.5      [1]=2        [2]=2.5      [3]=3
///       10 wait               v            v            v            v
///       10 ===== barrier: all threads continue =========================
#ifndef MILLIAMP_COMMAND_TIMELINE_H
#define MILLIAMP_COMMAND_TIMELINE_H

#include "trace/recording.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace milliamp::command {

/// Which tile and which of its threads to draw.
struct timeline_choice {
  std::uint64_t launch = 0;  ///< its number; 0: the first with a tile to draw
  std::int64_t tile = -1;    ///< its number; -1: the first with a fault, or the first
  std::uint32_t first_thread = 0;
  std::uint32_t threads = 32;  ///< the most threads to draw
};

/// Draws a tile in at most 80 columns.
/// @throws error if the recording has no such tile
std::string draw_timeline(const detail::trace::recording& read, const timeline_choice& choice);

}  // namespace milliamp::command

#endif
