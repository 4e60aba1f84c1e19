/// @file
/// Counts what the threads of a launch do, on all workers.
#pragma once

#include "base/worker_shares.h"
#include "check/watcher.h"
#include "counts/share_counter.h"
#include "symbolize/captured_memory.h"

#include <milliamp/counts.h>

#include <cstdint>
#include <vector>

namespace milliamp::detail::counts {

class launch_counter final : public check::launch_watcher {
 public:
  static check::make_watcher watch();

  explicit launch_counter(const check::checked_launch& launch);

  check::watcher* begin_share(const check::checked_thread& thread) override;
  void end_share(const check::checked_thread& thread) override { shares_.end(thread); }
  /// The launch has ended: passes its counts to the collectors.
  void on_findings(const std::vector<finding>& found) override;

 private:
  all_counts join_shares();

  const check::checked_launch& launch_;
  const std::vector<symbolize::captured_memory> captures_;
  std::uint64_t threads_ = 0;
  std::uint64_t threads_in_tile_ = 0;
  base::worker_shares<check::checked_thread, share_counter> shares_;
};

}  // namespace milliamp::detail::counts
