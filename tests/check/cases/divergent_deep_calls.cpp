// Two calls lead to one barrier, deeper than most call stacks are.
#include <amp.h>

#include <vector>

using namespace concurrency;

__attribute__((noinline)) int meet(const tiled_index<4>& t) restrict(amp) {
  t.barrier.wait();
  return t.local[0];
}

/// Makes `Depth` more calls.
template <int Depth>
__attribute__((noinline)) int descend(const tiled_index<4>& t) restrict(amp) {
  return 1 + descend<Depth - 1>(t);
}
template <>
__attribute__((noinline)) int descend<0>(const tiled_index<4>& t) restrict(amp) {
  if (t.local[0] % 2 == 0) return 2 * meet(t);
  return 3 + meet(t);
}

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  try {
    parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
      out[t] = descend<40>(t);
    });
  } catch (const runtime_exception&) {
  }
}
