// Counts how often each value occurs. Each tile counts in tile_static memory first, where fewer
// threads contend.
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <amp.h>

#include <vector>

constexpr int bins = 16;
constexpr int tile_size = 64;

/// @param values from 0 to bins - 1; their number is a multiple of tile_size
inline std::vector<unsigned> histogram(const std::vector<unsigned>& values) {
  using namespace concurrency;
  std::vector<unsigned> counts(bins);
  const array_view<const unsigned> input(static_cast<int>(values.size()), values);
  const array_view<unsigned> total(bins, counts);
  parallel_for_each(input.extent.tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
    tile_static unsigned count[bins];
    const int me = t.local[0];
    if (me < bins) count[me] = 0;
    t.barrier.wait();
    atomic_fetch_inc(&count[input[t]]);
    t.barrier.wait();
    if (me < bins) atomic_fetch_add(&total[me], count[me]);
  });
  total.synchronize();
  return counts;
}

/// A naive version: correct only if no two threads of a tile have the same value.
inline std::vector<unsigned> broken_histogram(const std::vector<unsigned>& values) {
  using namespace concurrency;
  std::vector<unsigned> counts(bins);
  const array_view<const unsigned> input(static_cast<int>(values.size()), values);
  const array_view<unsigned> total(bins, counts);
  parallel_for_each(input.extent.tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
    tile_static unsigned count[bins];
    const int me = t.local[0];
    if (me < bins) count[me] = 0;
    t.barrier.wait();
    ++count[input[t]];  // several threads at once
    t.barrier.wait();
    if (me < bins) atomic_fetch_add(&total[me], count[me]);
  });
  total.synchronize();
  return counts;
}

/// A hasty version: threads add up before all threads of the tile have counted.
inline std::vector<unsigned> hasty_histogram(const std::vector<unsigned>& values) {
  using namespace concurrency;
  std::vector<unsigned> counts(bins);
  const array_view<const unsigned> input(static_cast<int>(values.size()), values);
  const array_view<unsigned> total(bins, counts);
  parallel_for_each(input.extent.tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
    tile_static unsigned count[bins];
    const int me = t.local[0];
    if (me < bins) count[me] = 0;
    t.barrier.wait();
    atomic_fetch_inc(&count[input[t]]);
    if (me < bins) atomic_fetch_add(&total[me], count[me]);  // a barrier is missing before this line
  });
  total.synchronize();
  return counts;
}

#endif
