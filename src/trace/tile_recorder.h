/// @file
/// Records the tiles that one worker runs, one at a time.
#pragma once

#include "check/checked_thread.h"
#include "check/watcher.h"
#include "race/access_log.h"
#include "race/call_sites.h"
#include "trace/events.h"
#include "trace/spare_events.h"
#include "trace/variable_table.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::trace {

class launch_recorder;

/// A tile that has been recorded.
struct traced_tile {
  std::uint64_t number;
  std::uint64_t begin;  ///< see now()
  std::uint64_t end;
  std::size_t worker;
  bool has_fault;
  bool is_complete;
  event_writer events;
  std::vector<diagnose::call_site> call_sites;
  std::vector<traced_variable> variables;
};

/// When a worker has run a tile.
struct tile_span {
  std::uint64_t number;
  std::size_t worker;
  std::uint64_t begin;
  std::uint64_t end;
};

/// Nanoseconds since the library was loaded.
std::uint64_t now();

class tile_recorder final : public check::watcher {
 public:
  /// @param worker the number of the worker in the launch
  tile_recorder(launch_recorder& launch, const check::checked_thread& thread);
  ~tile_recorder();

  /// The tiles of the worker, also those that are not recorded.
  const std::vector<tile_span>& spans() const { return spans_; }

  bool on_tile_begin(std::uint64_t number) override;
  void on_tile_end() override;
  bool on_points_begin(thread_number) override { return false; }
  void on_points_end() override {}
  void on_thread_switch(thread_number thread) override;
  void on_thread_begin() override;
  void on_thread_end() override;
  void on_arrival(fence kind, const void* call) override;
  void on_round_end(fence kind, const void* call) override;
  void on_fence(fence kind, const void* call) override;
  void on_access(const check::watched_access& access) override;
  void on_race(std::uintptr_t address, const race::thread_access& earlier) override;
  void on_uninitialized_read(std::uintptr_t address) override;
  void on_finding(finding_kind kind) override;

 private:
  /// An access whose value is known at the next event.
  struct pending_access {
    race::operation op;
    std::uintptr_t address;
    std::size_t size;
    std::size_t value;  ///< where the events have room for it
  };
  /// A fault of the pending access.
  struct pending_fault {
    std::uint64_t other;  ///< plus one
    std::optional<traced_byte> at;
    finding_kind kind;
    std::uintptr_t word = 0;  ///< the word of an uninitialized read

    bool operator==(const pending_fault&) const = default;
  };
  /// An uninitialized read. It gets no event if it turns out to be a race.
  struct unwritten_read {
    std::uintptr_t word;
    std::size_t begin;
    std::size_t size;
    bool is_race = false;
  };

  /// Later tiles of a worker have no span.
  static constexpr std::size_t most_spans = 10'000;

  bool begin_event();
  void settle();
  void add(const pending_fault& fault);
  bool reserve_fault(const pending_fault& fault);
  bool reserve_event(std::size_t raw = 0);
  void begin_turn(std::size_t raw = 0);
  void put(const pending_fault& fault);
  event_writer take_events();
  std::uint64_t call_site_of(const void* return_address);
  std::uint32_t add_call_site(std::uintptr_t key, const void* return_address);

  launch_recorder& launch_;
  const check::checked_thread& thread_;
  const std::size_t worker_;
  std::vector<tile_span> spans_;
  bool is_recording_ = false;
  traced_tile tile_{};
  std::uint64_t events_left_ = 0;
  std::uint64_t kinds_of_faults_ = 0;  ///< a bit for each kind that the tile's events have
  thread_number running_ = 0;
  bool is_turn_put_ = false;  ///< the last events are those of the running thread
  event_writer writer_ = take_spare_events();
  variable_table variables_;
  std::unordered_map<std::uintptr_t, std::uint32_t> call_sites_;
  race::call_site_cache recent_call_sites_;  ///< a cache of call_sites_
  std::optional<pending_access> access_;
  std::vector<pending_fault> faults_;
  std::vector<unwritten_read> unwritten_reads_;
};

}  // namespace milliamp::detail::trace
