// Answer: t.local counts from the corner of the tile
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void mirror(tiled_index<2, 3> t, input<int, 2> matrix, output<int, 2> mirrored) restrict(amp) {
  mirrored[t.local] = matrix(t.global[0], t.tile_origin[1] + 2 - t.local[1]);
}
