// refresh() tells the view that the host has changed its memory.
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
  view.refresh();
  increment(view);
  view.synchronize();
}
