// error: capture an array or a texture by reference
#include <amp.h>
#include <amp_graphics.h>

using namespace concurrency;

void f() {
  graphics::texture<int, 1> numbers(4);
  array_view<int> results(4);
  parallel_for_each(
      results.extent, [=](index<1> i) restrict(amp) { results[i] = numbers[i]; });
}
