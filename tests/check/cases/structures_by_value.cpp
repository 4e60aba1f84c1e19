// What a function returns, or gets as an argument, by value is an access of the one that calls it.
#include <amp.h>

#include <vector>

using namespace concurrency;

namespace {

struct pair {
  int a, b;
};

__attribute__((noinline)) pair make(int i) restrict(amp) { return {i, i}; }

__attribute__((noinline)) int total(pair p) restrict(amp) { return p.a + p.b; }

}  // namespace

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static pair made[4];
    tile_static pair assigned[4];
    const int i = t.local[0];
    made[i] = make(i);
    assigned[i].a = i;
    assigned[i].b = i;
    const int other = made[i ^ 1].b;
    out[t] = other + total(assigned[i ^ 1]);
  });
}
