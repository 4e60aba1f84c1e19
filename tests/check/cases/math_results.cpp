// A function of the mathematical library stores its second result in tile_static memory.
#include <amp.h>
#include <amp_math.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<float> numbers(8, 3.5f);
  array_view<float> out(8, numbers);
  parallel_for_each(out.extent.tile<8>(), [=](tiled_index<8> t) restrict(amp) {
    tile_static int exponents[8];
    const float part = precise_math::frexp(out[t], &exponents[t.local[0]]);
    out[t] = part * exponents[7 - t.local[0]];
  });
}
