// Kernels whose results depend on the schedule, although nothing races: they increment by two
// atomic operations. With the argument "fail", thread 1 fails where it sees half of what thread 0
// does; with "exits", thread 5 ends the process. With "points", the launch is untiled.

#include <amp.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <vector>

using namespace concurrency;

/// The points are those of two groups; two of them fail.
int count_points(const accelerator_view& ref) {
  std::vector<int> sum(1);
  array_view<int> total(1, sum);
  int status = 0;
  try {
    parallel_for_each(
        ref, extent<2>(4, 100), [=](index<2> i) restrict(amp) {
          const int seen = atomic_fetch_add(&total[0], 0);
          atomic_exchange(&total[0], seen + 1);
          if (i[0] == 3 && i[1] > 97) throw std::runtime_error("a point");
        });
  } catch (const runtime_exception& e) {
    std::printf("%s\n", e.what());
    status = 3;
  }
  total.synchronize();
  std::printf("%d points\n", sum[0]);
  return status;
}

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  const accelerator_view ref = accelerator(accelerator::direct3d_ref).default_view;
  if (mode == "points") return count_points(ref);
  std::vector<int> counts(4);
  std::vector<int> sequence(1);
  array_view<int> totals(4, counts);
  array_view<int> next(1, sequence);
  const bool may_fail = mode == "fail";
  const bool exits = mode == "exits";
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
