// Each tile of 16 threads adds up 64 numbers, from number 64 * t.tile[0] on. Thread 0 of the tile
// sets the tile's element of sums.
//
// Each thread reads four numbers, and no more than eight additions are made one after another.
// The type `counted` counts those: write a + b and a += b as for an int.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void add_up(tiled_index<16> t, input<counted> numbers, output<counted> sums) restrict(amp) {
  counted total = numbers[64 * t.tile[0]];
  if (t.local[0] == 0) {
    for (int i = 1; i < 64; ++i) total += numbers[64 * t.tile[0] + i];
    sums[t.tile] = total;
  }
}
