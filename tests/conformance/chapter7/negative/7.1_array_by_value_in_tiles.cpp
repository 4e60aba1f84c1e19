// error: capture an array or a texture by reference
#include <amp.h>

using namespace concurrency;

void f() {
  array<int> numbers(4);
  array_view<int> results(4);
  parallel_for_each(
      results.extent.tile<4>(), [=](tiled_index<4> i) restrict(amp) { results[i] = numbers[i]; });
}
