/// @file
/// Launches on REF, the checking engine, for an observer of its events.
#pragma once

#include "engine/domain.h"
#include "engine/isolated_tasks.h"
#include "engine/launch_failures.h"
#include "engine/observer.h"
#include "engine/part_sequence.h"
#include "engine/point_blocks.h"
#include "engine/point_run.h"
#include "engine/policy_launch.h"
#include "engine/policy_points.h"
#include "engine/policy_tile.h"
#include "engine/ref_tile.h"

#include <tbb/blocked_range.h>
#include <tbb/task.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>

namespace milliamp::detail::engine {

/// The state of REF that a worker keeps between launches.
template <observer Observer>
struct observed_state final : reference_state {
  Observer observer;
  ref_tile<Observer> tile{observer};
  policy_tile<Observer> tile_with_policy{observer};
  policy_points<Observer> points_with_policy{observer};
};

/// Points whose accesses are observed.
template <observer Observer>
class observed_point_run final : public point_run {
 public:
  observed_point_run(Observer& observer, const untiled_kernel& kernel, std::int64_t begin,
                     std::int64_t end)
      : point_run(kernel, begin, end), observer_(observer) {}

  ~observed_point_run() { observer_.on_points_end(); }

  void end_reported_thread(int signal) override { end_faulting_thread(observer_, signal); }
  void on_crash(const finding& crash) override { observer_.on_crash(crash); }

 private:
  void on_loop_begin(const counter& current, thread_terminator& terminator) override {
    observer_.on_points_begin(current, terminator);
  }

  Observer& observer_;
};

/// The share of a launch that one worker runs.
template <observer Observer>
class launch_share {
 public:
  launch_share(Observer& observer, typename Observer::launch& launch, const thread_stacks& stacks)
      : observer_(observer) {
    observer_.on_launch_begin(launch, stacks);
  }
  ~launch_share() { observer_.on_launch_end(); }
  launch_share(const launch_share&) = delete;
  launch_share& operator=(const launch_share&) = delete;

 private:
  Observer& observer_;
};

/// Calls run(), which runs a launch, and tells the launch how that has ended.
template <class Launch, class Run>
void run_observed(Launch& launch, const Run& run) {
  std::exception_ptr failure;
  try {
    run();
    launch.finish();
  } catch (...) {
    failure = launch.fail(std::current_exception());
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

/// Runs the points from begin up to end, also those after one that fails.
/// @return whether to continue with others: each thread without progress takes seconds to detect
template <observer Observer>
bool run_points(Observer& observer, const untiled_kernel& kernel, kernel_errors& errors,
                std::int64_t begin, std::int64_t end, launch_failures& failures) {
  while (begin < end) {
    observed_point_run<Observer> points(observer, kernel, begin, end);
    begin = end;
    try {
      points.run(errors);
    } catch (...) {
      failures.add(static_cast<std::uint64_t>(points.current()), std::current_exception());
      if (points.has_spun()) return false;
      begin = points.current() + 1;
    }
  }
  return true;
}

/// Runs the points of a launch, a group after another, as a policy decides.
template <observer Observer>
void run_with_policy(const untiled_kernel& kernel, kernel_errors& errors, std::int64_t points,
                     typename Observer::launch& launch) {
  run_observed(launch, [&] {
    worker& w = worker::current();
    const worker::hold held(w);
    auto& state = w.reference<observed_state<Observer>>();
    policy_points<Observer>& group = state.points_with_policy;
    const policy_of_launch policy(launch.number());
    launch_failures failures;
    const thread_stacks stacks = group.begin_launch(kernel, points, policy, failures);
    const worker::running_scope running(w, group, errors);
    const part_order order(policy, group.groups(), false);
    const launch_share<Observer> observed(state.observer, launch, stacks);
    for (const std::span<const std::int64_t> groups : order.in_sequence()) {
      for (const std::int64_t g : groups) {
        group.run(g);
        if (group.has_spun()) break;
      }
    }
    failures.rethrow_first();
  });
}

/// Runs the parts of a launch, which workers take in order.
/// @param one_by_one whether workers take one part at once if they wait for lower ones
/// @param run_worker calls its argument with the function that runs the parts that a worker takes
template <class Launch, class RunWorker>
void run_in_sequence(Launch& launch, part_sequence::range parts, bool one_by_one,
                     const RunWorker& run_worker) {
  const auto run = [&](const part_sequence::range& some) {
    const auto size = static_cast<std::int64_t>(some.size());
    const std::int64_t workers =
        std::min<std::int64_t>(tbb::this_task_arena::max_concurrency(), size);
    constexpr std::int64_t enough_for_a_worker = 32;
    const std::int64_t at_once =
        one_by_one && launch.has_ordered_parts() ? 1 : size / (enough_for_a_worker * workers);
    part_sequence& sequence = launch.sequence();
    sequence.begin(some, std::max<std::int64_t>(at_once, 1), static_cast<std::size_t>(workers));
    const tbb::blocked_range<std::size_t> all(0, static_cast<std::size_t>(workers));
    run_isolated(all, [&](const tbb::blocked_range<std::size_t>& shares) {
      for (std::size_t worker = shares.begin(); worker != shares.end(); ++worker) {
        run_worker([&](const auto& run_parts) { sequence.run(worker, run_parts); });
      }
    });
  };
  if (launch.is_decided_by_first_part()) {
    const std::int64_t second = parts.begin() + 1;
    run(part_sequence::range(parts.begin(), second));
    parts = part_sequence::range(second, parts.end());
  }
  if (!parts.empty() && !launch.sequence().is_stopped()) run(parts);
}

template <observer Observer>
void run_on_ref(const untiled_kernel& kernel, kernel_errors& errors, std::int64_t points,
                typename Observer::launch& launch) {
  if (base::has_policy(base::current_options().schedule)) {
    return run_with_policy<Observer>(kernel, errors, points, launch);
  }
  run_observed(launch, [&] {
    const point_blocks blocks(kernel, 0, points);
    launch_failures failures;
    // Points begin with their operations, so one at once would only move data between workers.
    run_in_sequence(launch, blocks.all(), false, [&](const auto& take_parts) {
      worker& w = worker::current();
      const worker::hold held(w);
      Observer& observer = w.reference<observed_state<Observer>>().observer;
      // The stack above this frame is the host's, and may be shared. If it is a coroutine's, its
      // end is unknown. Memory of arrays and views is farther below, after a red zone.
      const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
      constexpr std::uintptr_t size_of_others = 64 * 1024;
      const std::uintptr_t begin =
          w.native_stack().contains(frame) ? w.native_stack().begin : frame - size_of_others;
      const base::memory_range stack(begin, frame - begin);
      const launch_share<Observer> observed(observer, launch, {&stack, nullptr});
      take_parts([&](const point_blocks::range& part) {
        observer.on_parts_begin(part.begin());
        if (!run_points(observer, kernel, errors, blocks.first_point(part), blocks.end_point(part),
                        failures)) {
          launch.sequence().stop();
        }
      });
    });
    failures.rethrow_first();
  });
}

/// Runs the tiles of a launch one after another, as a policy decides.
template <observer Observer>
void run_with_policy(const tiled_kernel& kernel, kernel_errors& errors, const tile_grid& grid,
                     typename Observer::launch& launch) {
  run_observed(launch, [&] {
    worker& w = worker::current();
    const worker::hold held(w);
    auto& state = w.reference<observed_state<Observer>>();
    policy_tile<Observer>& tile = state.tile_with_policy;
    const policy_of_launch policy(launch.number());
    const part_order order(policy, static_cast<std::uint64_t>(grid.all().size()),
                           launch.is_decided_by_first_part());
    launch_failures failures;
    for (const std::span<const std::int64_t> tiles : order.in_sequence()) {
      const thread_stacks stacks = tile.begin_launch(kernel, launch, policy);
      const worker::running_scope running(w, tile, errors);
      const launch_share<Observer> observed(state.observer, launch, stacks);
      for (const std::int64_t t : tiles) {
        try {
          tile.run(grid.coordinates_of(t), static_cast<std::uint64_t>(t));
        } catch (...) {
          failures.add(static_cast<std::uint64_t>(t), std::current_exception());
          if (tile.has_spun()) break;
        }
      }
      if (tile.has_spun()) break;
    }
    failures.rethrow_first();
  });
}

template <observer Observer>
void run_on_ref(const tiled_kernel& kernel, kernel_errors& errors, const tile_grid& grid,
                typename Observer::launch& launch) {
  if (base::has_policy(base::current_options().schedule)) {
    return run_with_policy<Observer>(kernel, errors, grid, launch);
  }
  run_observed(launch, [&] {
    launch_failures failures;
    run_in_sequence(launch, grid.all(), true, [&](const auto& take_parts) {
      worker& w = worker::current();
      const worker::hold held(w);
      auto& state = w.reference<observed_state<Observer>>();
      const thread_stacks stacks = state.tile.begin_launch(kernel, launch);
      const worker::running_scope running(w, state.tile, errors);
      const launch_share<Observer> observed(state.observer, launch, stacks);
      const auto run_tile = [&](const tile_coordinates& coordinates, std::uint64_t number) {
        try {
          state.tile.run(coordinates, number);
        } catch (...) {
          failures.add(number, std::current_exception());
          // Each thread without progress takes seconds to detect.
          if (state.tile.has_spun()) launch.sequence().stop();
        }
      };
      take_parts([&](const tile_grid::range& tiles) {
        state.observer.on_parts_begin(tiles.begin());
        grid.for_each(tiles, run_tile);
      });
    });
    failures.rethrow_first();
  });
}

}  // namespace milliamp::detail::engine
