// Each thread sets its element of sums to the sum of its number and that of its right neighbour
// in the tile. The neighbour of the last thread of a tile is the first one.
//
// Each thread sets its own element, and reads one element of numbers.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_neighbours(tiled_index<8> t, input<int> numbers, output<int> sums) restrict(amp) {
  tile_static int values[8];
  values[t.local[0]] = numbers[t];
  sums[t] = values[t.local[0]] + values[(t.local[0] + 1) % 8];
}
