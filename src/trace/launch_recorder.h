/// @file
/// Records a launch: chooses its tiles, and writes them when the launch has ended. The options
/// `trace_…` say what is recorded.
#pragma once

#include "base/mutex.h"
#include "base/worker_shares.h"
#include "check/watcher.h"
#include "symbolize/captured_memory.h"
#include "trace/tile_recorder.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace milliamp::detail::trace {

class launch_recorder final : public check::launch_watcher {
 public:
  /// Watches the launches that are to be recorded.
  static check::make_watcher watch();

  launch_recorder(const check::checked_launch& launch, std::uint64_t number);
  ~launch_recorder() override;

  check::watcher* begin_share(const check::checked_thread& thread) override;
  void end_share(const check::checked_thread& thread) override { shares_.end(thread); }
  void on_findings(const std::vector<finding>& found) override;

  // For the recorders of tiles.
  /// Numbers a new worker.
  std::size_t add_worker() { return workers_++; }
  /// Whether a tile is recorded, if only to keep it in case of a fault.
  bool wants(std::uint64_t tile) const;
  bool keeps(std::uint64_t tile, bool has_fault) const { return is_first(tile) || has_fault; }
  void take(traced_tile tile);
  const std::vector<symbolize::captured_memory>& captures() const { return captures_; }

 private:
  bool is_first(std::uint64_t tile) const;
  std::vector<std::string> limits(std::uint64_t tiles) const MILLIAMP_REQUIRES(mutex_);

  const check::checked_launch& launch_;
  const std::uint64_t number_;  ///< from 1
  const std::uint64_t begin_;   ///< see now()
  std::vector<symbolize::captured_memory> captures_;
  base::worker_shares<check::checked_thread, tile_recorder> shares_;
  std::atomic<std::size_t> workers_{0};
  base::mutex mutex_;
  std::map<std::uint64_t, traced_tile> first_ MILLIAMP_GUARDED_BY(mutex_);   ///< by number
  std::map<std::uint64_t, traced_tile> faulty_ MILLIAMP_GUARDED_BY(mutex_);  ///< others
};

}  // namespace milliamp::detail::trace
