// A launch without tiles has no order at all.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(16);
  array_view<int> out(16, data);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    out[i] = i[0];
    if (i[0] > 0) out[i] = out[i - 1] + 1;
  });
}
