// The threads of a tile share numbers twice: first in the tile_static array values, then in the
// global memory steps. Each thread sets steps[t] to the difference between its right neighbour's
// number and its own, and then its element of results to its left neighbour's step. Neighbours
// are those in the tile, with the last and the first side by side.
//
// Replace the two barriers by ones with the fence that is needed.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void run(tiled_index<8> t, input<int> numbers, array_view<int> steps,
         output<int> results) restrict(amp) {
  tile_static int values[8];
  const int me = t.local[0];
  values[me] = numbers[t];
  t.barrier.wait_with_global_memory_fence();
  steps[t] = values[(me + 1) % 8] - values[me];
  t.barrier.wait_with_tile_static_memory_fence();
  results[t] = steps[t.tile_origin[0] + (me + 7) % 8];
}
