// Prints in which order the threads of each tile had their turns on REF: a line for each launch,
// tile and round.
//
//     launch 0 tile 2 round 1: 3 0 2 1 …

#include <amp.h>

#include <atomic>
#include <cstdio>
#include <vector>

using namespace concurrency;

namespace {

constexpr int threads = 16;
constexpr int tiles = 3;
constexpr int rounds = 3;

/// The turns of one tile, in the order in which they were taken.
struct turns {
  std::atomic<int> count{0};
  std::atomic<int> thread[threads * rounds];
};

void print_launch(int launch) {
  std::vector<turns> taken(tiles);
  parallel_for_each(accelerator(accelerator::direct3d_ref).default_view,
                    extent<1>(threads * tiles).tile<threads>(), [&](tiled_index<threads> t) {
                      turns& mine = taken[static_cast<std::size_t>(t.tile[0])];
                      for (int round = 0; round < rounds; ++round) {
                        mine.thread[mine.count++] = t.local[0];
                        if (round + 1 < rounds) t.barrier.wait();
                      }
                    });
  for (std::size_t tile = 0; tile < tiles; ++tile) {
    for (int round = 0; round < rounds; ++round) {
      std::printf("launch %d tile %zu round %d:", launch, tile, round);
      for (int i = 0; i < threads; ++i) {
        std::printf(" %d", taken[tile].thread[round * threads + i].load());
      }
      std::printf("\n");
    }
  }
}

}  // namespace

int main() {
  print_launch(0);
  print_launch(1);
}
