// One instance of a kernel's template forgets the barrier.
#include <amp.h>

#include <vector>

using namespace concurrency;

template <class T, bool with_barrier>
void mirror(array_view<T> out) {
  parallel_for_each(out.extent.template tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static T values[4];
    values[t.local[0]] = out[t.global];
    if (with_barrier) t.barrier.wait();
    out[t.global] = values[3 - t.local[0]];
  });
}

int main() {
  std::vector<int> numbers(4);
  std::vector<float> weights(4);
  mirror<int, true>(array_view<int>(4, numbers));
  mirror<float, true>(array_view<float>(4, weights));
}
