/// @file
/// Counts what the threads of one worker do in a launch.
#pragma once

#include "check/checked_thread.h"
#include "check/watcher.h"
#include "counts/access_group.h"
#include "counts/row.h"
#include "symbolize/captures.h"
#include "trace/variable_table.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::counts {

/// The counts of a launch or of a worker's share of it.
struct all_counts {
  void merge(const all_counts& other);

  access_counter global;
  access_counter tile_static;
  access_counter barriers;  ///< counted as reads
  access_counter fences;    ///< counted as reads
  std::map<row_key, std::unique_ptr<row>> rows;
};

class share_counter final : public check::watcher {
 public:
  /// @param captures the captures of the kernel
  /// @param threads the number of threads of the launch
  share_counter(const check::checked_thread& thread,
                const std::vector<symbolize::captured_memory>& captures, std::uint64_t threads);

  bool on_tile_begin(std::uint64_t number) override;
  void on_tile_end() override;
  bool on_points_begin(thread_number interleaved) override;
  void on_points_end() override;
  void on_thread_switch(thread_number thread) override { running_ = thread; }
  void on_thread_begin() override {}
  void on_thread_end() override {}
  void on_arrival(fence, const void*) override { count_one(counts_.barriers); }
  void on_round_end(fence, const void*) override { end_epoch(); }
  void on_fence(fence, const void*) override { count_one(counts_.fences); }
  void on_access(const check::watched_access& access) override;
  void on_race(std::uintptr_t, const race::thread_access&) override {}
  void on_uninitialized_read(std::uintptr_t) override {}
  void on_finding(finding_kind) override {}

  const all_counts& counts() const { return counts_; }
  /// The accesses of points whose neighbours another worker may have run. Their rows are those of
  /// this share.
  const std::vector<grouped_access>& ungrouped() const { return ungrouped_; }
  const row_key& key_of(std::uint32_t row) const { return *rows_[row].key; }

  /// Adds the costs of accesses that are made at once to a row.
  /// @param threads the number of threads of the tile; for points, of the launch
  static void add_group(const grouped_access* begin, const grouped_access* end,
                        std::uint64_t threads, row& to);

 private:
  /// Null for accesses that do not count.
  struct numbered_row {
    const row_key* key;
    row* counts;
    std::size_t element_size;
  };

  void begin_threads(std::size_t count);
  void end_threads();
  void end_epoch();
  void end_interleaved();
  void begin_point(std::uint32_t point);
  void keep_ungrouped();
  void count_one(access_counter& events) { events.add(running_, access_class::read, 1); }
  std::uint32_t row_of(const check::watched_access& access, std::uintptr_t call_site,
                       const trace::traced_byte& at);
  std::uint32_t add_row(const check::watched_access& access, std::size_t variable);
  std::size_t call_site_number(std::uintptr_t call_site);

  const check::checked_thread& thread_;
  const std::vector<symbolize::captured_memory>& captures_;
  const std::uint64_t threads_;  ///< the number of threads of the launch
  /// Threads may be suspended while others run: those of a tile, or interleaved points.
  enum class mode { one_by_one, tile, interleaved_points } mode_ = mode::one_by_one;
  std::size_t running_threads_ = 0;  ///< how many are interleaved; otherwise 1
  std::uint64_t point_ = 0;          ///< the running point, if has_point_
  std::uint32_t tile_ = 0;           ///< the number of the tile or the point, plus one
  thread_number running_ = 0;
  bool has_point_ = false;
  bool is_first_group_ = false;  ///< whether the points that have begun are the first group

  trace::variable_table variables_;
  all_counts counts_;
  std::vector<numbered_row> rows_;
  std::unordered_map<std::uintptr_t, std::uint32_t> row_numbers_;  ///< by call site and variable
  std::unordered_map<std::uintptr_t, std::size_t> call_sites_;
  std::vector<std::vector<std::uint32_t>> occurrences_;  ///< by call site and running thread
  std::vector<grouped_access> epoch_;
  std::vector<grouped_access> ungrouped_;
};

}  // namespace milliamp::detail::counts
