// All threads have read a texel of the texture before one changes a texel.
#include <amp.h>
#include <amp_graphics.h>

#include <vector>

using namespace concurrency;

int main() {
  const std::vector<int> data(8, 1);
  graphics::texture<int, 1> row(8, data.data(), 32u, 32u);
  parallel_for_each(row.extent.tile<8>(), [=, &row](tiled_index<8> t) restrict(amp) {
    const int neighbour = row[t.global[0] ^ 1];
    t.barrier.wait();
    row.set(t.global, neighbour + 1);
  });
}
