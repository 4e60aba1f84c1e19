// How often each value occurs, counted in tiles: each tile counts in tile_static memory first, for
// fewer threads compete for that.
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <amp.h>

#include <vector>

constexpr int bins = 16;
constexpr int tile_size = 64;

/// Values from 0 to bins - 1; as many as fill whole tiles.
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

/// As one may write it first: right whenever no two threads of a tile meet the same value.
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

#endif
