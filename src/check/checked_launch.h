/// @file
/// A launch on REF: the data that its workers share, and their findings.
#pragma once

#include "base/listener.h"
#include "base/memory_range.h"
#include "base/mutex.h"
#include "check/guarded_memory.h"
#include "check/memory_reserve.h"
#include "check/tile_static_use.h"
#include "check/unwritten_memory.h"
#include "diagnose/fact.h"
#include "diagnose/memory.h"
#include "engine/part_sequence.h"
#include "engine/thread_position.h"
#include "race/access_log.h"
#include "race/launch_races.h"
#include "race/memory_kind.h"
#include "report/finding_list.h"
#include "symbolize/captured_memory.h"
#include "symbolize/held_tile_modules.h"

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <iterator>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace milliamp::detail::check {

class checked_launch {
 public:
  explicit checked_launch(const tiled_kernel& kernel);
  explicit checked_launch(const untiled_kernel& kernel);
  checked_launch(const checked_launch&) = delete;
  checked_launch& operator=(const checked_launch&) = delete;

  /// See take_launch_number().
  std::uint64_t number() const { return number_; }
  const diagnose::kernel_function& kernel() const { return kernel_; }
  /// The name of the class of a tiled kernel; empty for an untiled one.
  std::string kernel_class() const;
  /// The domain and the tile; null for an untiled kernel.
  const tiled_kernel* tiled() const { return tiled_; }
  /// Null for a tiled kernel.
  const untiled_kernel* untiled() const { return untiled_; }
  /// What the kernel has captured. Read from debug information at the first call.
  const std::vector<symbolize::captured_memory>& captures() const;
  /// The kernel function object.
  const base::memory_range& kernel_memory() const { return kernel_memory_; }
  thread_position position_of(race::thread_id thread) const;

  const symbolize::held_tile_modules& tile_modules() const { return tile_modules_; }
  race::launch_races& races() { return races_; }
  bool is_decided_by_first_part() const { return races_.is_decided_by_first_part(); }
  bool has_ordered_parts() const { return races_.has_ordered_parts(); }
  engine::part_sequence& sequence() { return sequence_; }
  unwritten_at_launch& unwritten() { return unwritten_; }
  const guarded_at_launch& guarded() const { return guarded_; }

  /// Moves the faulty accesses that a worker has detected into the launch.
  void take(race::access_log& found);
  /// Announces a race within a tile while the second access is on the call stack. If the process
  /// ends at the first finding, reports it.
  void announce_race(const race::access_log& found, const race::access_log::fault_key& race);
  /// Moves the tile_static variables that a worker has recorded into the launch.
  void take(tile_static_use& seen);
  /// A thread has executed a fence that is not part of a barrier.
  void record_fence(fence kind) {
    for (const race::memory_kind memory : race::memory_kinds) {
      if (race::covers(kind, memory)) fenced(memory).store(true, std::memory_order_relaxed);
    }
  }
  /// A worker has used its memory reserve.
  void record_memory_shortage() { has_no_memory_.store(true, std::memory_order_relaxed); }
  /// Adds a finding to those of the launch.
  void take(const diagnose::fact& found) { take(diagnose::diagnose(found)); }
  void take(finding found);

  /// Checks how much tile_static memory the tiles, which have all run, have used, and reports all
  /// findings.
  /// @throws concurrency::runtime_exception if it is more than the limit
  /// @throws concurrency::out_of_memory if a worker has used its memory reserve
  void finish() MILLIAMP_NO_THREAD_SAFETY_ANALYSIS;

  /// Reports all findings so far, each once. If the process is about to end, other workers may
  /// still be running and call it later.
  /// @param crash the reported crash that ends the launch; null: none
  /// @return those that the report of the process has
  std::vector<finding> report(const finding* crash = nullptr);
  /// Passes the findings to f when they are reported, after the crash that ends the launch.
  void on_report(std::function<void(const std::vector<finding>&)> f) {
    const base::scoped_lock lock(mutex_);
    on_report_ = std::move(f);
  }
  /// Reports all findings, since an uncaught exception ends the process.
  /// @return the exception for a launch that has failed
  std::exception_ptr fail(const std::exception_ptr& failure);

 private:
  /// Reports a finding while the faulty access is on the call stack. If the process ends, the
  /// watchers complete what they have seen before.
  void report_at_once(finding found);
  /// Whether a thread has executed a fence for a kind of memory that is not part of a barrier.
  std::atomic<bool>& fenced(race::memory_kind kind) {
    return fenced_[static_cast<std::size_t>(kind)];
  }
  void end_watch(const std::vector<finding>& last);
  void compare_workers(const diagnose::kernel_function& kernel) MILLIAMP_REQUIRES(mutex_);
  std::vector<finding> take_access_findings(const diagnose::kernel_function& kernel)
      MILLIAMP_REQUIRES(mutex_);
  static guarded_at_launch find_guarded(const unwritten_at_launch& unwritten);

  const base::listener listener_;
  const reserve_user uses_reserves_;
  const tiled_kernel* tiled_ = nullptr;
  const untiled_kernel* untiled_ = nullptr;
  const diagnose::kernel_function kernel_;
  const base::memory_range kernel_memory_;
  mutable std::once_flag captures_are_read_;
  mutable std::vector<symbolize::captured_memory> captures_;
  const std::uint64_t number_;
  /// Whether the process ends at the first finding. Not where a finding_scope collects them.
  const bool ends_at_first_;
  const symbolize::held_tile_modules tile_modules_;
  race::launch_races races_;
  engine::part_sequence sequence_;
  unwritten_at_launch unwritten_;
  std::atomic<bool> has_no_memory_{false};
  std::atomic<bool> fenced_[std::size(race::memory_kinds)]{};
  const guarded_at_launch guarded_ = find_guarded(unwritten_);
  base::mutex mutex_;
  std::function<void(const std::vector<finding>&)> on_report_ MILLIAMP_GUARDED_BY(mutex_);
  race::access_log accesses_ MILLIAMP_GUARDED_BY(mutex_);
  tile_static_use tile_static_use_ MILLIAMP_GUARDED_BY(mutex_);
  report::finding_list others_ MILLIAMP_GUARDED_BY(mutex_);
  /// The accesses of different tiles have been compared.
  bool is_compared_ MILLIAMP_GUARDED_BY(mutex_) = false;
};

}  // namespace milliamp::detail::check
