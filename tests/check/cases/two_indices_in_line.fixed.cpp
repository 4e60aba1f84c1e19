// Both indices stay within the bounds.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<float> data(64, 1.0f), result(64);
  const array_view<const float> in(64, data);
  const array_view<float> out(64, result);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    const int left = i[0] == 0 ? 0 : i[0] - 1, right = i[0] == 63 ? 63 : i[0] + 1;
    out[i] = (in[left] + in[right]) / 2;
  });
  out.synchronize();
}
