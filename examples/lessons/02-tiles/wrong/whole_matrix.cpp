// Answer: Mirror each tile in its place
#include <milliamp/lesson.h>

using namespace concurrency;
using namespace milliamp::lesson;

void mirror(tiled_index<2, 3> t, input<int, 2> matrix, output<int, 2> mirrored) restrict(amp) {
  mirrored[t.global] = matrix(t.global[0], 8 - t.global[1]);
}
