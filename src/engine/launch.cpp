#include "base/show.h"
#include "check/checker.h"
#include "check/launch_context.h"
#include "check/tile_static_limit.h"
#include "engine/failure.h"
#include "engine/kernel_errors.h"
#include "engine/point_blocks.h"
#include "engine/ref_tile.h"
#include "engine/warp_tile.h"
#include "engine/worker.h"

#include <milliamp/exceptions.h>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <chrono>
#include <thread>

namespace milliamp::detail::engine {

namespace {

using concurrency::invalid_compute_domain;
using concurrency::runtime_exception;

std::string describe(const std::int32_t* lengths, int rank) { return base::show(lengths, rank); }

/// The number of points of a domain.
/// @throws invalid_compute_domain when a length is not positive or the product is too large
std::int64_t count_points(const std::int32_t* lengths, int rank) {
  constexpr std::int64_t most = 0xFFFFFFFF;
  std::int64_t points = 1;
  for (int d = 0; d < rank; ++d) {
    if (lengths[d] <= 0) {
      const std::string message = "parallel_for_each: the extent " + describe(lengths, rank) +
                                  " has the length " + std::to_string(lengths[d]) +
                                  " in dimension " + std::to_string(d) +
                                  "; every length must be greater than 0";
      throw invalid_compute_domain(message.c_str());
    }
    if (points > most / lengths[d]) {
      const std::string message = "parallel_for_each: the extent " + describe(lengths, rank) +
                                  " has more than " + std::to_string(most) +
                                  " points; split it over several launches";
      throw invalid_compute_domain(message.c_str());
    }
    points *= lengths[d];
  }
  return points;
}

void check_divisible(const tiled_kernel& kernel) {
  const int first = 3 - kernel.rank;
  for (int d = first; d < 3; ++d) {
    if (kernel.extent[d] % kernel.tile_extent[d] == 0) continue;
    const std::string message =
        "parallel_for_each: the extent " + describe(kernel.extent + first, kernel.rank) +
        " is not divisible by the tile " + describe(kernel.tile_extent + first, kernel.rank) +
        " in dimension " + std::to_string(d - first) +
        "; use tiled_extent::pad() or truncate(), or another tile";
    throw invalid_compute_domain(message.c_str());
  }
}

void check_not_in_kernel() {
  const worker* w = worker::existing();
  if (w == nullptr || !w->in_kernel()) return;
  throw runtime_exception(
      "parallel_for_each within a kernel: a kernel cannot launch another; launch it from the host "
      "(spec 2.3: parallel_for_each is restrict(cpu))",
      concurrency::detail::e_fail);
}

/// Calls run(), on another thread if the calling one is ending: the destructors of static and of
/// thread-local objects may launch kernels, too.
template <class Run>
void run_on_lasting_thread(Run run) {
  if (!worker::is_gone()) return run();
  std::exception_ptr failure;
  std::thread([&] {
    try {
      run();
    } catch (...) {
      failure = std::current_exception();
    }
  }).join();
  if (failure != nullptr) std::rethrow_exception(failure);
}

// --- Untiled launches ----------------------------------------------------------------------------

/// Runs a range of points in turn. @param checker is told which one it is; may be null
void run_points(const untiled_kernel& kernel, kernel_errors& errors, std::int64_t begin,
                std::int64_t end, check::checker* checker = nullptr) {
  point_span span{counter{begin}, counter{end}, counter{begin}};
  longjmp_terminator thread_terminator;
  worker& w = worker::current();
  const worker::running_scope running(w, errors, kernel, span, thread_terminator);
  if (checker != nullptr) checker->set_terminator(thread_terminator);
  const exceptions_in_flight hosts = w.exceptions();
  const auto position = [&] {
    return position_of(kernel, static_cast<std::int64_t>(span.current));
  };
  const auto run = [&] { kernel.run(kernel, span); };
  thread_end end_of_last = thread_end::aborted;
  while (end_of_last == thread_end::aborted) {
    try {
      if (checker != nullptr) checker->watch(span.current);
      end_of_last = thread_terminator.run(run);
    } catch (...) {
      std::rethrow_exception(kernel_failure(position()));
    }
    // With a thread that gives up goes the loop over the points.
    if (end_of_last == thread_end::aborted) w.exceptions() = hosts;
    span.begin = counter{static_cast<std::int64_t>(span.current) + 1};
  }
  if (end_of_last == thread_end::spinning) std::rethrow_exception(spinning_failure(position()));
}

/// What the first points of a launch have shown.
struct first_points {
  std::int64_t done;
  /// How many points are worth a task of another worker's.
  std::int64_t worthwhile;
};

/// Runs the first points here, twice as many each time, until waking a worker is worth it: by the
/// time that has passed, or that all others are going to take. A small launch is over by then and
/// has woken nobody.
first_points run_first_points(const untiled_kernel& kernel, kernel_errors& errors,
                              std::int64_t points) {
  using clock = std::chrono::steady_clock;
  constexpr clock::duration worth_waking = std::chrono::microseconds(2);
  constexpr clock::duration surely_worth_waking = std::chrono::microseconds(40);
  constexpr clock::duration worth_a_task = std::chrono::microseconds(4);
  const clock::time_point start = clock::now();
  clock::time_point begin_of_step = start;
  first_points first{0, 1};
  bool is_sure = false;
  for (std::int64_t step = 1; first.done < points;) {
    const std::int64_t end = std::min(points, first.done + step);
    run_points(kernel, errors, first.done, end);
    const clock::time_point now = clock::now();
    const clock::duration taken = std::max(now - begin_of_step, clock::duration(1));
    // The first step may have waited for memory more than others will.
    const bool is_typical = first.done > 0;
    if (is_typical) first.worthwhile = (end - first.done) * worth_a_task / taken;
    first.done = end;
    if (is_sure || now - start > worth_waking) break;
    is_sure = is_typical && (points - end) / step * taken > surely_worth_waking;
    // With few points, most of the time is their launch's: one more step tells theirs.
    step = is_sure ? first.worthwhile / 4 : std::max<std::int64_t>(63, 2 * step);
    begin_of_step = now;
  }
  return first;
}

void run_on_warp(const untiled_kernel& kernel, kernel_errors& errors, std::int64_t points) {
  const first_points first = run_first_points(kernel, errors, points);
  if (first.done == points) return;
  const point_blocks blocks(kernel, first.done, points, first.worthwhile);
  tbb::parallel_for(blocks.all(), [&](const point_blocks::range& part) {
    run_points(kernel, errors, blocks.first_point(part), blocks.end_point(part));
  });
}

/// What of the worker's own stack belongs to the threads that run on it from now on: all below the
/// caller's frame. What lies above is the host's, and may be shared.
base::memory_range stack_below(const worker& w, const void* frame) {
  const auto lowest = reinterpret_cast<std::uintptr_t>(w.native_stack_begin());
  return {lowest, reinterpret_cast<std::uintptr_t>(frame) - lowest};
}

/// Calls run(launch) for a launch on REF. What was found is reported whatever comes of it: an
/// exception that nobody catches ends the process where it is thrown.
template <class Kernel, class Run>
void report_run(const Kernel& kernel, Run run) {
  std::exception_ptr failure;
  {
    check::launch_context launch(kernel);
    try {
      run(launch);
    } catch (...) {
      failure = std::current_exception();
    }
  }
  if (failure != nullptr) std::rethrow_exception(failure);
}

void run_on_ref(const untiled_kernel& kernel, kernel_errors& errors, std::int64_t points) {
  report_run(kernel, [&](check::launch_context& launch) {
    const point_blocks blocks(kernel, 0, points);
    tbb::parallel_for(blocks.all(), [&](const point_blocks::range& part) {
      worker& w = worker::current();
      const worker::hold held(w);
      const check::checker::points_scope watched(w.checker(), launch,
                                                 stack_below(w, __builtin_frame_address(0)));
      run_points(kernel, errors, blocks.first_point(part), blocks.end_point(part), &w.checker());
    });
  });
}

// --- Tiled launches ------------------------------------------------------------------------------

/// The tiles of a launch, numbered with the least significant dimension fastest.
class tile_grid {
 public:
  explicit tile_grid(const tiled_kernel& kernel) {
    for (int d = 0; d < 3; ++d) count_[d] = kernel.extent[d] / kernel.tile_extent[d];
  }

  std::int64_t size() const { return std::int64_t{count_[0]} * count_[1] * count_[2]; }

  /// Calls run(coordinates, number) for the tiles of a range, until the launch has failed.
  template <class Run>
  void for_each(const tbb::blocked_range<std::int64_t>& range, Run run) const {
    for (std::int64_t t = range.begin(); t != range.end(); ++t) {
      const std::int64_t row = t / count_[2];
      const tile_coordinates coordinates{{static_cast<std::int32_t>(row / count_[1]),
                                          static_cast<std::int32_t>(row % count_[1]),
                                          static_cast<std::int32_t>(t % count_[2])}};
      run(coordinates, static_cast<std::uint64_t>(t));
      if (tbb::is_current_task_group_canceling()) return;
    }
  }

 private:
  std::int32_t count_[3];
};

using tile_range = tbb::blocked_range<std::int64_t>;

void run_on_warp(const tiled_kernel& kernel, kernel_errors& errors, const tile_grid& grid) {
  tbb::parallel_for(tile_range(0, grid.size()), [&](const tile_range& range) {
    worker& w = worker::current();
    const worker::hold held(w);
    warp_tile& tile = w.warp();
    const worker::running_scope running(w, errors, engine_kind::warp);
    grid.for_each(range, [&](const tile_coordinates& coordinates, std::uint64_t) {
      tile.run(kernel, coordinates);
    });
  });
}

void run_on_ref(const tiled_kernel& kernel, kernel_errors& errors, const tile_grid& grid) {
  report_run(kernel, [&](check::launch_context& launch) {
    tbb::parallel_for(tile_range(0, grid.size()), [&](const tile_range& range) {
      worker& w = worker::current();
      const worker::hold held(w);
      ref_tile& tile = w.ref();
      const worker::running_scope running(w, errors, engine_kind::ref);
      const ref_tile::launch_scope in_launch(tile, kernel, launch);
      grid.for_each(range, [&](const tile_coordinates& coordinates, std::uint64_t number) {
        tile.run(coordinates, number);
      });
    });
    check::check_tile_static_use(kernel, launch.used_tile_static());
  });
}

// --- Both ----------------------------------------------------------------------------------------

/// Runs a kernel over its domain, a number of points or a grid of tiles, on an engine.
/// @throws what the first thread that failed has thrown
template <class Kernel, class Domain>
void run_on(engine_kind e, const Kernel& kernel, const Domain& domain) {
  kernel_errors errors;
  run_on_lasting_thread([&] {
    if (e == engine_kind::warp) {
      run_on_warp(kernel, errors, domain);
    } else {
      run_on_ref(kernel, errors, domain);
    }
  });
  errors.throw_first();
}

}  // namespace

}  // namespace milliamp::detail::engine

namespace milliamp::detail {

void launch(engine_kind e, const untiled_kernel& kernel) {
  engine::check_not_in_kernel();
  engine::run_on(e, kernel, engine::count_points(kernel.extent, kernel.rank));
}

void launch(engine_kind e, const tiled_kernel& kernel) {
  engine::check_not_in_kernel();
  const int first = 3 - kernel.rank;
  engine::count_points(kernel.extent + first, kernel.rank);
  engine::check_divisible(kernel);
  check::check_tile_static_limit(e, kernel);
  engine::run_on(e, kernel, engine::tile_grid(kernel));
}

switch_request wait_in_tile(tile& t, thread_number thread, fence kind) {
  return t.wait(t, thread, kind);  // a jump: the return address stays the kernel's
}

void abandon_thread() { throw engine::tile_abandoned{}; }

void fence_in_tile(tile& t, thread_number thread, fence kind) { t.on_fence(t, thread, kind); }

void barrier_outside_tile() {
  throw concurrency::unsupported_feature(
      "tile_barrier and memory fences work only within a tiled parallel_for_each, for the threads "
      "of the tile that they belong to");
}

}  // namespace milliamp::detail
