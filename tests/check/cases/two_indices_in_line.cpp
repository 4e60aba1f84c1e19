// A line has two indices out of bounds, each with a repair of its own.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<float> data(64, 1.0f), result(64);
  const array_view<const float> in(64, data);
  const array_view<float> out(64, result);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    out[i] = (in[i - 1] + in[i + 1]) / 2;
  });
  out.synchronize();
}
