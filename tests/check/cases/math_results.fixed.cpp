// A barrier stands between what the function stores and its use.
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
    t.barrier.wait();
    out[t] = part * exponents[7 - t.local[0]];
  });
}
