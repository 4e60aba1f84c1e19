/// @file
/// The decisions of a run's schedules as a file, which schedule=replay:FILE repeats.
///
/// A saved schedule lists what differs from the default: parts of a launch (tiles, or groups of
/// points of an untiled launch) run in the order of their numbers; a thread runs until it stops at
/// a barrier or returns; then the ready thread with the lowest number follows. So any of these
/// decisions may be removed. `milliamp explore` shortens saved schedules that way.
///
///     milliamp schedule 1 accesses     steps are accesses and fences (`atomics`: no plain ones)
///     swap LAUNCH POSITION LATER       exchanges two parts in the order of a launch
///     run LAUNCH PART POINT THREAD     at this point of the part, the thread runs next
///
/// A point is a step or a stop; a part counts its own. Launches are counted in the process.
#pragma once

#include "base/mutex.h"
#include "base/output_file.h"

#include <milliamp/detail/tile.h>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace milliamp::detail::engine {

/// Exchanges two parts in the order of a launch.
struct order_change {
  std::uint64_t position;
  std::uint64_t other;  ///< not before the position
};

/// At a point of a part, a thread runs that would not by default.
struct thread_change {
  std::uint64_t point;
  thread_number thread;
};

/// A schedule that has been read.
class saved_schedule {
 public:
  /// The one that the options name. If it cannot be read, prints a message and exits with status 2.
  static const saved_schedule& to_replay();
  /// Parses the text of a saved schedule.
  /// @throws std::invalid_argument if it has another version, or names the line that is wrong
  explicit saved_schedule(const std::string& text);

  bool counts_accesses() const { return counts_accesses_; }
  /// The changes of a launch, by ascending position.
  const std::vector<order_change>& order_changes(std::uint64_t launch) const;
  /// The changes of a part, by ascending point.
  const std::vector<thread_change>& thread_changes(std::uint64_t launch, std::uint64_t part) const;

 private:
  bool read_line(const std::string& line);

  bool counts_accesses_ = false;
  std::map<std::uint64_t, std::vector<order_change>> orders_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<thread_change>> threads_;
};

/// Writes the schedule of this process, if the options name a file; line by line, so that it is
/// complete when the process is killed.
class schedule_recorder {
 public:
  static schedule_recorder& instance();

  /// Returns the number of a new launch, and begins the file.
  /// @param counts_accesses see saved_schedule
  std::uint64_t begin_launch(bool counts_accesses);
  void record(std::uint64_t launch, const order_change& change);
  void record(std::uint64_t launch, std::uint64_t part, const thread_change& change);

 private:
  void write(const std::string& line);

  base::mutex mutex_;
  std::uint64_t launches_ MILLIAMP_GUARDED_BY(mutex_) = 0;
  /// The file of the option `record`.
  std::optional<base::output_file> file_ MILLIAMP_GUARDED_BY(mutex_);
};

}  // namespace milliamp::detail::engine
