// All indices are within their array.
#include <amp.h>

#include <vector>

using namespace concurrency;

int main() {
  std::vector<int> data(4);
  array_view<int> out(4, data);
  parallel_for_each(out.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int first[4];
    tile_static int second[4];
    const int i = t.local[0];
    first[i] = i;
    t.barrier.wait();
    const int behind = first[i ^ 1];
    const int before = first[i ^ 1];
    second[i] = behind + before;
    t.barrier.wait();
    out[t] = second[i];
  });
}
