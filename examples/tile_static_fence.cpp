/// @file
/// The range of the numbers in each tile: the largest minus the smallest. The barrier has a fence for
/// tile_static memory only.
///
/// barrier.wait() orders the accesses of the threads of a tile to all memory. If they share only
/// tile_static variables, ordering those is enough, and lets the accelerator move other accesses
/// across the barrier. The program must not rely on the order of those: here, only one thread
/// accesses each element of `ranges`.
#include <amp.h>
#include <amp_math.h>

#include <vector>

#include "print.h"

using namespace concurrency;

const std::vector<float> temperatures{
    12, 14, 17, 21, 20, 16, 15, 11,  //
    13, 15, 19, 24, 22, 18, 14, 12,  //
    10, 13, 16, 18, 25, 20, 17, 13,  //
    9,  12, 14, 19, 21, 23, 18, 14};
constexpr int tile_size = 4;

int main() {
  const array_view<const float, 2> degrees(4, 8, temperatures);
  array<float, 2> ranges(1, 2);

  parallel_for_each(
      degrees.extent.tile<tile_size, tile_size>(),
      [=, &ranges](tiled_index<tile_size, tile_size> t) restrict(amp) {
        tile_static float values[tile_size][tile_size];
        values[t.local[0]][t.local[1]] = degrees[t];
        t.barrier.wait_with_tile_static_memory_fence();

        if (t.local == index<2>(0, 0)) {
          float lowest = values[0][0];
          float highest = values[0][0];
          for (int row = 0; row < tile_size; ++row) {
            for (int column = 0; column < tile_size; ++column) {
              lowest = fast_math::fmin(lowest, values[row][column]);
              highest = fast_math::fmax(highest, values[row][column]);
            }
          }
          ranges[t.tile] = highest - lowest;
        }
      });

  std::vector<float> result = ranges;
  print_row(result);
}
