// Each thread sets its element of sums to the sum of its number and that of its right neighbour
// in the tile; the last thread of a tile, and the one with the last number, have no right
// neighbour and take their own number alone. There are ten numbers, and tiles of four threads.
// The last two threads have no number and set nothing.
//
// Each thread sets its own element, and reads one number.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_neighbours(tiled_index<4> t, input<int> numbers, output<int> sums) restrict(amp) {
  tile_static int values[4];
  const int me = t.local[0];
  if (!numbers.extent.contains(t.global)) return;
  values[me] = numbers[t];
  t.barrier.wait();
  const bool has_neighbour = me < 3 && t.global[0] < 9;
  sums[t] = values[me] + (has_neighbour ? values[me + 1] : 0);
}
