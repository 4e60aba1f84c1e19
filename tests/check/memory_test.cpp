// Memory use of the checks: of the shadow memory of global memory, during and after launches, and
// of exact histories.

#include "support/resident_memory.h"

#include <milliamp/milliamp.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <new>
#include <thread>
#include <vector>

using namespace concurrency;
using milliamp::tests::resident_bytes;
using testing::IsEmpty;

namespace {

std::atomic<std::size_t> allocations = 0;

}  // namespace

__attribute__((noinline)) void* operator new(std::size_t size) {
  ++allocations;
  if (void* const memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
__attribute__((noinline)) void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace {

constexpr std::size_t mebibyte = std::size_t{1} << 20;
constexpr std::size_t data_bytes = 32 * mebibyte;
constexpr int data_length = data_bytes / sizeof(int);
/// For what has nothing to do with the size of the data: stacks, symbols, the allocator.
constexpr std::size_t margin = 12 * mebibyte;

/// The most memory of this process that was in RAM since reset_peak(), in bytes.
std::size_t peak_bytes() { return milliamp::tests::bytes_in_field("/proc/self/status", "VmHWM:"); }

/// The memory that launches use in addition to that before them.
struct memory_use {
  std::size_t meanwhile;
  std::size_t afterwards;
};

class MemoryTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!reset_peak()) GTEST_SKIP() << "the system does not report peak memory use";
  }
  void TearDown() override { EXPECT_THAT(scope_.findings(), IsEmpty()); }

  /// Launches a kernel for the data's first elements, once to bring the data to the accelerator,
  /// then to measure.
  template <class Kernel>
  memory_use measure(int threads, const Kernel& kernel) {
    parallel_for_each(extent<1>(threads).tile<64>(), kernel);
    reset_peak();
    const std::size_t before = resident_bytes();
    for (int i = 0; i < 2; ++i) parallel_for_each(extent<1>(threads).tile<64>(), kernel);
    const auto more = [before](std::size_t now) { return now > before ? now - before : 0; };
    return {more(peak_bytes()), more(resident_bytes())};
  }

  std::vector<int> data_ = std::vector<int>(data_length, 1);
  array_view<int> view_{data_length, data_};

 private:
  /// Resets the peak memory use to the current use.
  static bool reset_peak() {
    std::ofstream file("/proc/self/clear_refs");
    file << "5" << std::flush;
    return file.good();
  }

  milliamp::finding_scope scope_;
};

TEST_F(MemoryTest, IsLittleWhereThreadsHaveElementsOfTheirOwn) {
  const array_view<int> view = view_;
  const memory_use use = measure(data_length, [=](tiled_index<64> t) {
    const int before = view[t.global];
    view[t.global] = before + 1;
  });
  EXPECT_GT(use.meanwhile, data_bytes / 8) << "so it is measured";
  EXPECT_LT(use.meanwhile, data_bytes / 2 + margin);
  EXPECT_LT(use.afterwards, margin);
}

// Two call sites access every word in no simple order.
TEST_F(MemoryTest, IsAtMostFourBytesForAByteAndWorkerAndGivenBack) {
  const array_view<int> view = view_;
  const memory_use use = measure(data_length, [=](tiled_index<64> t) {
    const int element = t.global[0] ^ 1021 * t.local[0] % 64 << 4;
    const int before = view[element];
    view[element] = before + 1;
  });
  const std::size_t workers = std::max(std::thread::hardware_concurrency(), 1u);
  EXPECT_GT(use.meanwhile, 4 * data_bytes - margin) << "so it is measured";
  EXPECT_LT(use.meanwhile, 4 * data_bytes * workers + margin);
  EXPECT_LT(use.afterwards, margin);
}

TEST_F(MemoryTest, IsNothingForWhatNoKernelTouches) {
  const array_view<int> view = view_;
  const memory_use use = measure(data_length / 32, [=](tiled_index<64> t) { view[t.global] = 1; });
  EXPECT_LT(use.meanwhile, 8 * data_bytes / 32 + margin);
  EXPECT_LT(use.afterwards, margin);
}

TEST_F(MemoryTest, IsForPagesThatAreTouched) {
  constexpr int page_length = 4096 / sizeof(int);
  constexpr int distance = 16 * page_length;
  const array_view<int> view = view_;
  const memory_use use =
      measure(data_length / distance, [=](tiled_index<64> t) { view[t.global[0] * distance] = 1; });
  EXPECT_LT(use.meanwhile, 8 * data_bytes / 16 + margin);
  EXPECT_LT(use.afterwards, margin);
}

enum class fence_use { none, not_executed, executed };

/// How often the library allocates memory in a launch after the first one of its kernel.
template <fence_use Use>
std::size_t allocations_in_launch() {
  constexpr int tiles = 64;
  std::vector<int> data(64 * tiles);
  const array_view<int> view(64 * tiles, data);
  const bool is_executed = Use == fence_use::executed;
  std::size_t before = 0;
  for (int launch = 0; launch < 2; ++launch) {
    view.synchronize();
    before = allocations;
    parallel_for_each(view.extent.tile<64>(), [=](tiled_index<64> t) {
      tile_static int values[64];
      values[t.local[0]] = t.global[0];
      t.barrier.wait();
      view[t.global] = values[63 - t.local[0]];
      if constexpr (Use != fence_use::none) {
        if (is_executed) tile_static_memory_fence(t.barrier);
      }
    });
  }
  return allocations - before;
}

// The exact history of a tile with fences allocates memory for each word. Kernels do not pay for
// fences elsewhere in the program, nor for those that they do not execute.
TEST(FenceTest, CostsNothingWhereItIsNotExecuted) {
  const std::size_t executed = allocations_in_launch<fence_use::executed>();
  EXPECT_LT(allocations_in_launch<fence_use::none>(), executed / 20);
  EXPECT_LT(allocations_in_launch<fence_use::not_executed>(), executed / 20);
}

}  // namespace
