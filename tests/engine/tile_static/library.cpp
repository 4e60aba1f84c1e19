#include "engine/tile_static/library.h"

#include <atomic>

using namespace concurrency;

MILLIAMP_TESTS_API int reverse_in_library(const accelerator_view& where) {
  std::atomic<int> right{0};
  parallel_for_each(where, extent<1>(library_tiles * 16).tile<16>(), [&](tiled_index<16> t) {
    tile_static int values[16];
    values[t.local[0]] = t.global[0];
    t.barrier.wait();
    if (values[15 - t.local[0]] == t.tile_origin[0] + 15 - t.local[0]) ++right;
  });
  return right;
}

MILLIAMP_TESTS_API int reverse_by_default() {
  return reverse_in_library(accelerator().default_view);
}

MILLIAMP_TESTS_API int reverse_in_tile(const tiled_index<16>& t, int value) {
  tile_static int values[16];
  values[t.local[0]] = value;
  t.barrier.wait();
  const int reversed = values[15 - t.local[0]];
  t.barrier.wait();
  return reversed;
}

MILLIAMP_TESTS_API int count_poisoned_tiles(const accelerator_view& where) {
  std::atomic<int> poisoned{0};
  parallel_for_each(where, extent<1>(library_tiles).tile<1>(), [&](tiled_index<1> t) {
    tile_static std::uint32_t left;
    if (left == 0xFFFF'FFFFu) ++poisoned;
    left = static_cast<std::uint32_t>(t.tile[0]);
  });
  return poisoned;
}
