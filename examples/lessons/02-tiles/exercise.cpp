// The matrix is divided in tiles of 2x3 threads. Mirror each tile: each thread sets its element
// of mirrored to the element of its tile in the same row and the mirrored column. Of the columns
// 0 1 2 of a tile, 0 and 2 change places.
//
// Each thread sets its own element, and reads one element.
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void mirror(tiled_index<2, 3> t, input<int, 2> matrix, output<int, 2> mirrored) restrict(amp) {
  mirrored[t.global] = matrix(t.local[0], 2 - t.local[1]);
}
