// A loop that only writes never ends.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    int x = i[0] + 1;
    while (x != 0) {
      x = x == 1 ? 2 : 1;
      out[i] = x;
    }
  });
}
