// A kernel whose result depends on the schedule, although nothing races: it increments by two
// atomic operations. With an argument, thread 1 fails where it sees half of what thread 0 does;
// with two, thread 5 ends the process.

#include <amp.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

using namespace concurrency;

int main(int argc, char**) {
  std::vector<int> counts(4);
  std::vector<int> sequence(1);
  array_view<int> totals(4, counts);
  array_view<int> next(1, sequence);
  const bool may_fail = argc == 2;
  const bool exits = argc > 2;
  const accelerator_view ref = accelerator(accelerator::direct3d_ref).default_view;
  try {
    parallel_for_each(
        ref, extent<1>(64).tile<16>(), [=](tiled_index<16> t) restrict(amp) {
          tile_static int begun;
          tile_static int ended;
          int& total = totals[t.tile[0]];
          const int seen = atomic_fetch_add(&total, 0);
          atomic_exchange(&total, seen + 1);
          if (t.local[0] == 0) {
            atomic_exchange(&begun, 0);
            atomic_exchange(&ended, 0);
          }
          t.barrier.wait();
          if (exits && t.local[0] == 5) std::exit(5);
          if (t.local[0] == 0) {
            atomic_exchange(&begun, 1);
            atomic_exchange(&ended, 1);
            // The tiles, in the order in which they come here.
            atomic_fetch_add(&total, 100 * (1 + atomic_fetch_inc(&next[0])));
          }
          if (may_fail && t.local[0] == 1 && atomic_fetch_add(&begun, 0) == 1 &&
              atomic_fetch_add(&ended, 0) == 0) {
            throw std::runtime_error("halfway");
          }
        });
  } catch (const runtime_exception& e) {
    std::printf("%s\n", e.what());
    return 3;
  }
  totals.synchronize();
  for (const int total : counts) std::printf("%d ", total);
  std::printf("\n");
}
