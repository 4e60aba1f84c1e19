// Every thread has an element of its own.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(16);
  array_view<int> out(16, data);
  parallel_for_each(out.extent, [=](index<1> i) restrict(amp) {
    out[i] = i[0];
    out[i] += 1;
  });
}
