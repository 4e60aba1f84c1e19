// Each thread has memory for all thread-local variables of the program on its stack, as for its
// tile_static ones. Here they are larger than the stacks that oneTBB and the C library give
// threads.

#include "engine/both_engines.h"

#include <atomic>
#include <cstddef>

using namespace concurrency;

namespace {

constexpr std::size_t size = 24 * 1024 * 1024;
// volatile, or the compiler would omit it
thread_local volatile char bytes[size];

using ThreadLocals = milliamp::tests::BothEngines;

TEST_P(ThreadLocals, MayBeLargerThanTheStacksOfWorkers) {
  std::atomic<int> zeros{0};
  launch(extent<1>(4096).tile<16>(), [&](tiled_index<16> t) {
    if (bytes[size / 4096 * static_cast<std::size_t>(t.global[0])] == 0) ++zeros;
    t.barrier.wait();
  });
  EXPECT_EQ(zeros, 4096);
}

MILLIAMP_ON_BOTH_ENGINES(ThreadLocals);

}  // namespace
