// Goes ROUNDS times around a ring of 64 fibers: those of a tile that waits at a barrier, or, after
// `boost`, fibers that only call jump_fcontext(). expect_switch_cost counts the instructions.

#include "benchmarks/fiber_ring.h"

#include <amp.h>

#include <cstdlib>
#include <string_view>

using namespace concurrency;

int main(int count, char** arguments) {
  constexpr int fibers = 64;
  if (count < 3) return 2;
  const int rounds = std::atoi(arguments[2]);
  if (std::string_view(arguments[1]) == "boost") {
    milliamp::bench::fiber_ring(fibers).run(rounds);
  } else {
    parallel_for_each(
        extent<1>(fibers).tile<fibers>(), [=](tiled_index<fibers> t) restrict(amp) {
          for (int i = 0; i < rounds; ++i) t.barrier.wait();
        });
  }
}
