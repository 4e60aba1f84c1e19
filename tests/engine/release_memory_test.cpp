// milliamp::release_memory(): returns the memory that is kept between launches to the system, and
// the next launches work as before.

#include "engine/both_engines.h"
#include "support/resident_memory.h"

#include <milliamp/milliamp.h>

#include <atomic>
#include <cstddef>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

using namespace concurrency;
using milliamp::tests::resident_bytes;

namespace {

constexpr std::size_t mebi = 1024 * 1024;

/// Uses 16 KiB of the thread's stack.
[[gnu::noinline]] int use_stack(int value) {
  char bytes[16 * 1024];
  std::memset(bytes, value, sizeof(bytes));
  asm volatile("" : : "r"(bytes) : "memory");  // all of it is wanted
  return bytes[0];
}

class ReleaseMemory : public milliamp::tests::BothEngines {
 protected:
  /// A launch whose threads all wait. Throws away what the tile computes but for its sum.
  int sum_of_a_tile() const {
    std::vector<int> sums(1);
    const array_view<int> sum(1, sums);
    launch(
        extent<1>(1024).tile<1024>(), [=](tiled_index<1024> t) restrict(amp) {
          tile_static int values[1024];
          values[t.local[0]] = use_stack(1);
          t.barrier.wait();
          if (t.local[0] != 0) return;
          for (const int value : values) sum[0] += value;
        });
    sum.synchronize();
    return sums[0];
  }
};

TEST_P(ReleaseMemory, GivesBackTheStacksOfWaitingThreads) {
  EXPECT_EQ(sum_of_a_tile(), 1024);
  milliamp::release_memory();
  const std::size_t before = resident_bytes();
  EXPECT_EQ(sum_of_a_tile(), 1024);
  const std::size_t used = resident_bytes();
  EXPECT_GT(used, before + 15 * mebi);
  milliamp::release_memory();
  EXPECT_LT(resident_bytes(), used - 15 * mebi);
  EXPECT_EQ(sum_of_a_tile(), 1024);
}

TEST_P(ReleaseMemory, WithNothingKeptDoesNothing) {
  milliamp::release_memory();
  milliamp::release_memory();
  EXPECT_EQ(sum_of_a_tile(), 1024);
}

TEST_P(ReleaseMemory, LeavesLaunchesThatRunTheirs) {
  std::atomic<bool> is_over{false};
  std::thread releasing([&] {
    while (!is_over) milliamp::release_memory();
  });
  for (int i = 0; i < 20; ++i) EXPECT_EQ(sum_of_a_tile(), 1024);
  is_over = true;
  releasing.join();
}

}  // namespace

MILLIAMP_ON_BOTH_ENGINES(ReleaseMemory);
