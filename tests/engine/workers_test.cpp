// The option `workers`. These tests run with workers=1: only the calling thread runs kernels.

#include "engine/both_engines.h"

#include <pthread.h>

#include <cstdint>
#include <set>
#include <vector>

using namespace concurrency;

namespace {

using OneWorker = milliamp::tests::BothEngines;

unsigned long long this_thread() { return static_cast<unsigned long long>(pthread_self()); }

TEST_P(OneWorker, RunsAllTiles) {
  std::vector<unsigned long long> threads(64 * 64);
  launch(extent<1>(64 * 64).tile<64>(), [&](tiled_index<64> t) {
    t.barrier.wait();
    threads[static_cast<std::size_t>(t.global[0])] = this_thread();
  });
  EXPECT_EQ(std::set(threads.begin(), threads.end()), std::set{this_thread()});
}

TEST_P(OneWorker, RunsAllPoints) {
  std::vector<unsigned long long> threads(100'000);
  launch(extent<1>(100'000),
         [&](index<1> i) { threads[static_cast<std::size_t>(i[0])] = this_thread(); });
  EXPECT_EQ(std::set(threads.begin(), threads.end()), std::set{this_thread()});
}

MILLIAMP_ON_BOTH_ENGINES(OneWorker);

}  // namespace
