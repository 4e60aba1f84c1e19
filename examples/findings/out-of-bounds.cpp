// The last thread reads past the end of the view.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4, 1), sums(4);
  array_view<const int> in(4, data);
  array_view<int> out(4, sums);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
#if FIXED
    out[i] = in[i] + (i[0] < 3 ? in[i[0] + 1] : 0);
#else
    out[i] = in[i] + in[i[0] + 1];
#endif
  });
}
