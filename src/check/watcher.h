/// @file
/// Watchers see what the kernel threads of a launch on REF do, in the order in which it happens,
/// and influence nothing: recordings and counts are made by them. A launch that is watched runs
/// with another observer, watched_checker; watchers cost other launches nothing.
#pragma once

#include "race/access.h"

#include <milliamp/detail/tile.h>
#include <milliamp/finding.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace milliamp::detail::race {
struct thread_access;
}

namespace milliamp::detail::check {

class checked_launch;
struct checked_thread;

/// An access of the running thread that is within bounds. Watchers see it before it is performed,
/// except for a compare-exchange.
struct watched_access {
  std::uintptr_t address;
  std::size_t size;
  race::operation op;
  const void* return_address;
  bool is_tile_static;
};

/// Sees one worker's share of a launch: the tiles or points that it runs. The functions of one
/// watcher are not called concurrently.
class watcher {
 public:
  virtual ~watcher() = default;

  /// @return whether the watcher wants to see what the threads of the tile do
  virtual bool on_tile_begin(std::uint64_t number) = 0;
  virtual void on_tile_end() = 0;
  /// Points of an untiled launch begin.
  /// @param interleaved how many have a fiber each and may be interrupted; 0: they run one after
  ///   another, and are not announced by on_thread_switch()
  /// @return whether the watcher wants to see what they do
  virtual bool on_points_begin(thread_number interleaved) = 0;
  virtual void on_points_end() = 0;
  virtual void on_thread_switch(thread_number) = 0;
  virtual void on_thread_begin() = 0;
  virtual void on_thread_end() = 0;
  virtual void on_arrival(fence, const void* call) = 0;
  virtual void on_round_end(fence, const void* call) = 0;
  virtual void on_fence(fence, const void* call) = 0;
  virtual void on_access(const watched_access&) = 0;
  /// The last access and an earlier one of the tile are a race, or an order-dependent read.
  virtual void on_race(std::uintptr_t address, const race::thread_access& earlier) = 0;
  /// The last access has read memory that nothing has written.
  virtual void on_uninitialized_read(std::uintptr_t address) = 0;
  /// The running thread, or its tile, has another finding.
  virtual void on_finding(finding_kind) = 0;
  /// The process is about to end in the running part.
  virtual void on_process_end(const checked_thread&) {}
};

/// Sees a whole launch. Destroyed when it has ended.
class launch_watcher {
 public:
  virtual ~launch_watcher() = default;
  /// A worker begins its share of the launch. Workers may call this at the same time, each several
  /// times.
  /// @param thread the running thread of that worker
  /// @return null for a share that is not watched
  virtual watcher* begin_share(const checked_thread& thread) = 0;
  /// The worker has ended its share.
  virtual void end_share(const checked_thread& thread) = 0;
  /// The findings of the launch, when all workers have ended their shares. If a kernel crashes,
  /// only some have.
  virtual void on_findings(const std::vector<finding>& found) = 0;
};

/// Makes the watcher of a launch.
using make_watcher = std::function<std::unique_ptr<launch_watcher>(const checked_launch&)>;
/// Called before each launch. Returns null for a launch that is not to be watched.
using watch = make_watcher (*)();

/// Watches the launches that begin from now on.
void add_watch(watch added);
void remove_watch(watch removed);

/// Returns the factories of the watchers for the launch that begins.
std::vector<make_watcher> watches_of_launch();

}  // namespace milliamp::detail::check
