// The host changes an element of a local array, and the next launch does not see it.
#include <amp.h>

#include <vector>

using namespace concurrency;

void increment(array_view<int> view) {
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
}

int main() {
  int data[64] = {};
  array_view<int> view(64, data);
  increment(view);
  view.synchronize();
  data[5] = 7;
  increment(view);
  view.synchronize();
}
