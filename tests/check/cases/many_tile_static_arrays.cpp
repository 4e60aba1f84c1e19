// An index out of bounds, in a program whose kernels have 450 KiB of tile_static memory in all. Each
// OS thread has memory for all of it on its stack.
#include <amp.h>

#include <vector>

using namespace concurrency;

template <int Rows>
void reverse(const array_view<const float>& from, const array_view<float>& to) {
  parallel_for_each(to.extent.tile<256>(), [=](tiled_index<256> t) restrict(amp) {
    tile_static float rows[Rows][256];
    const int local = t.local[0];
    for (int r = 0; r < Rows; ++r) rows[r][local] = from[t] + r;
    t.barrier.wait();
    to[t] = rows[Rows - 1][255 - local];
    if (Rows == 32) to[t] += from[t.global[0] + 1];
  });
}

template <int... Rows>
void reverse_all(const array_view<const float>& from, const array_view<float>& to) {
  (reverse<Rows>(from, to), ...);
}

int main() {
  std::vector<float> values(256), results(256);
  const array_view<float> to(256, results);
  reverse_all<32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13>(
      array_view<const float>(256, values), to);
  to.synchronize();
}
