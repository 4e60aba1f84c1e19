/// @file
/// The data that the race detectors of all workers share during a launch on REF.
#pragma once

#include "base/worker_shares.h"
#include "race/access.h"
#include "race/access_log.h"
#include "race/access_set.h"

#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

class race_detector;

class launch_races {
 public:
  /// @param kernel_code a function of the kernel, which identifies it
  /// @param threads the number of threads in a tile
  launch_races(const void* kernel_code, bool is_tiled, std::size_t threads);

  /// Checks that a thread_id can number all threads of a tiled launch.
  /// @param threads the number of threads in a tile
  /// @throws concurrency::invalid_compute_domain if not
  static void check_numbers(std::uint64_t tiles, std::size_t threads);

  std::size_t threads_in_tile() const { return threads_; }
  /// See thread_id.
  unsigned tile_shift() const { return tile_shift_; }
  thread_id tile_of(thread_id thread) const { return thread >> tile_shift_; }
  thread_id number_in_tile(thread_id thread) const {
    return thread & ((thread_id{1} << tile_shift_) - 1);
  }

  /// A worker begins its share of the launch. Returns its access_set, the same at each call.
  access_set& begin_share(const race_detector& worker) {
    return shares_.begin(worker, tile_shift_);
  }
  void end_share(const race_detector& worker) { shares_.end(worker); }
  /// Calls f(access) for the recorded accesses to a page, except those of running workers.
  template <class F>
  void for_each_access(std::uintptr_t page, F f) {
    shares_.for_ended([&](const auto& shares) {
      for (access_set* const s : shares) {
        for (const page_access* a = s->find(page); a != nullptr; a = a->next) f(*a);
      }
    });
  }
  /// Excludes memory from the search for races between tiles.
  void exclude(const base::memory_range& memory) {
    shares_.for_ended([&](const auto& shares) {
      for (access_set* const s : shares) s->exclude(memory);
    });
  }
  /// Adds the races between tiles to a log. Running workers are left out.
  void find_races_between_tiles(access_log& log);

  /// Whether a tile begins with an exact history: unless the program refers to no fence, or an
  /// earlier launch of the kernel or the first tile of this one has run without any.
  bool begins_exactly() const { return uses_.fences != use::none; }
  /// Whether the first tile or block of points has to end before others begin, because it decides
  /// how they do. If that depended on which one is the first to end, reports would differ from run
  /// to run.
  bool is_decided_by_first_part() const {
    return uses_.fences == use::unknown || uses_.atomics == use::unknown;
  }
  /// Whether an earlier launch of the kernel or the first part of this one has performed an atomic
  /// operation on global memory and used its result.
  bool has_ordered_parts() const { return uses_.atomics == use::some; }
  /// A thread has executed a fence that is not part of a barrier.
  void record_fence() { record(&kernel_uses::fences, use::some); }
  /// A tile with an exact history has run.
  void record_tile_without_fence() {
    if (uses_.fences == use::unknown) record(&kernel_uses::fences, use::none);
  }
  /// A thread is about to perform an atomic operation on global memory whose order matters.
  void record_atomic() {
    if (!has_ordered_parts()) record(&kernel_uses::atomics, use::some);
  }
  void record_part_without_atomic() {
    if (uses_.atomics == use::unknown) record(&kernel_uses::atomics, use::none);
  }

 private:
  enum class use : std::uint8_t { unknown, none, some };
  /// Which operations the launches of a kernel have performed so far.
  struct kernel_uses {
    use fences = use::unknown;
    use atomics = use::unknown;  ///< those on global memory whose result is used
  };
  struct kernel_table;

  static kernel_uses known_uses(const void* kernel_code, bool is_tiled);
  void record(use kernel_uses::*what, use shown);

  const void* const kernel_code_;
  const std::size_t threads_;
  const unsigned tile_shift_;
  kernel_uses uses_;  ///< changes in the first part only, if that is decisive
  base::worker_shares<race_detector, access_set> shares_;
};

}  // namespace milliamp::detail::race
