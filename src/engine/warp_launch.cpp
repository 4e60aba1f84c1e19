#include "engine/warp_launch.h"

#include "engine/isolated_tasks.h"
#include "engine/point_blocks.h"
#include "engine/point_run.h"
#include "engine/warp_tile.h"

#include <chrono>

namespace milliamp::detail::engine {

namespace {

void run_points(const untiled_kernel& kernel, kernel_errors& errors, std::int64_t begin,
                std::int64_t end) {
  plain_point_run(kernel, begin, end).run(errors);
}

/// The result of running the first points of a launch.
struct first_points {
  std::int64_t done;
  /// The number of points that are worth a task.
  std::int64_t worthwhile;
};

/// Runs the first points on the calling thread, twice as many in each step, until it is worth
/// waking a worker, judged by the time passed and the time that the remaining points will take. A
/// small launch ends before that and wakes no worker.
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
  for (std::int64_t step = 1;;) {
    const std::int64_t begin = first.done;
    const std::int64_t end = std::min(points, begin + step);
    run_points(kernel, errors, begin, end);
    first.done = end;
    if (end == points) break;  // without reading the clock, which takes a third of a small launch
    const clock::time_point now = clock::now();
    const clock::duration taken = std::max(now - begin_of_step, clock::duration(1));
    // The first step may have more cache misses than later ones.
    const bool is_typical = begin > 0;
    if (is_typical) first.worthwhile = (end - begin) * worth_a_task / taken;
    if (is_sure || now - start > worth_waking) break;
    is_sure = is_typical && (points - end) / step * taken > surely_worth_waking;
    // With few points, most of the time is launch overhead. One more step measures the points.
    step = is_sure ? first.worthwhile / 4 : std::max<std::int64_t>(63, 2 * step);
    begin_of_step = now;
  }
  return first;
}

}  // namespace

void run_on_warp(const untiled_kernel& kernel, kernel_errors& errors, std::int64_t points) {
  const first_points first = run_first_points(kernel, errors, points);
  if (first.done == points) return;
  const point_blocks blocks(kernel, first.done, points, first.worthwhile);
  run_isolated(blocks.all(), [&](const point_blocks::range& part) {
    run_points(kernel, errors, blocks.first_point(part), blocks.end_point(part));
  });
}

void run_on_warp(const tiled_kernel& kernel, kernel_errors& errors, const tile_grid& grid) {
  const auto run_tiles = [&](const tile_grid::range& tiles) {
    worker& w = worker::current();
    const worker::hold held(w);
    warp_tile& tile = w.warp();
    tile.begin_launch(kernel);  // first: signal handlers see what runs
    const worker::running_scope running(w, tile, errors);
    grid.for_each(
        tiles, [&](const tile_coordinates& coordinates, std::uint64_t) { tile.run(coordinates); });
  };
  // One tile needs no task, which would take half of the time of the launch.
  if (!grid.all().is_divisible()) return run_tiles(grid.all());
  run_isolated(grid.all(), run_tiles);
}

}  // namespace milliamp::detail::engine
