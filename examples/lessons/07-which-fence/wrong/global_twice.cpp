// Answer: values is tile_static memory
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
  t.barrier.wait_with_global_memory_fence();
  results[t] = steps[t.tile_origin[0] + (me + 7) % 8];
}
