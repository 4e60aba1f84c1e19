// What threads have on their stacks, and in flight as exceptions, is theirs alone and survives the
// barriers at which others run.

#include "engine/both_engines.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

using namespace concurrency;

namespace {

using ThreadStack = milliamp::tests::BothEngines;

TEST_P(ThreadStack, HoldsALargeArrayOverBarriers) {
  constexpr int threads = 64, words = 64 * 1024 / sizeof(std::uint32_t);
  std::atomic<int> right{0};
  launch(extent<1>(threads * 4).tile<threads>(), [&](tiled_index<threads> t) {
    std::uint32_t values[words];
    const auto seed = static_cast<std::uint32_t>(t.global[0]) * 2654435761u;
    for (std::uint32_t i = 0; i < words; ++i) values[i] = seed + i;
    t.barrier.wait();
    for (std::uint32_t& v : values) v ^= 0xFFFF'FFFFu;
    t.barrier.wait();
    bool same = true;
    for (std::uint32_t i = 0; i < words; ++i) same = same && ~values[i] == seed + i;
    if (same) ++right;
  });
  EXPECT_EQ(right, threads * 4);
}

/// Waits at the bottom of a chain of calls; returns the sum of what each of them has kept in its
/// frame.
[[gnu::noinline]] int wait_deep_down(const tile_barrier& barrier, int value, int depth) {
  volatile int kept[16];
  for (int i = 0; i < 16; ++i) kept[i] = value + depth + i;
  const int below = depth == 0 ? (barrier.wait(), 0) : wait_deep_down(barrier, value, depth - 1);
  int sum = below;
  for (int i = 0; i < 16; ++i) sum += kept[i];
  return sum;
}

TEST_P(ThreadStack, HoldsADeepChainOfCallsOverABarrier) {
  constexpr int depth = 300;
  std::atomic<int> right{0};
  launch(extent<1>(256).tile<64>(), [&](tiled_index<64> t) {
    const int expected = (depth + 1) * (16 * t.global[0] + 120) + 16 * depth * (depth + 1) / 2;
    for (int round = 0; round < 3; ++round) {
      if (wait_deep_down(t.barrier, t.global[0], depth) == expected) ++right;
    }
  });
  EXPECT_EQ(right, 256 * 3);
}

// What the compiler keeps in registers, of every kind, in the loop around a barrier.
TEST_P(ThreadStack, KeepsValuesInRegistersOverBarriers) {
  std::atomic<int> right{0};
  launch(extent<1>(128).tile<32>(), [&](tiled_index<32> t) {
    std::int64_t a = t.global[0], b = a + 1, c = a + 2, d = a + 3, e = a + 4, f = a + 5;
    double x = static_cast<double>(a), y = x + 0.5, z = x + 0.25;
    float u = static_cast<float>(a) * 0.125f;
    for (int round = 0; round < 50; ++round) {
      t.barrier.wait();
      a += 1, b += 2, c += 3, d += 4, e += 5, f += 6;
      x += 1.0, y += 2.0, z += 4.0, u += 1.0f;
    }
    const std::int64_t g = t.global[0];
    const bool same = a == g + 50 && b == g + 101 && c == g + 152 && d == g + 203 && e == g + 254 &&
                      f == g + 305 && x == static_cast<double>(g + 50) && y == x + 50.5 &&
                      z == x + 150.25 && u == static_cast<float>(g) * 0.125f + 50.0f;
    if (same) ++right;
  });
  EXPECT_EQ(right, 128);
}

TEST_P(ThreadStack, HoldsObjectsWithMemoryOnTheHeapOverBarriers) {
  std::atomic<int> right{0};
  launch(extent<1>(256).tile<64>(), [&](tiled_index<64> t) {
    std::vector<int> values(static_cast<std::size_t>(t.local[0]) + 1, t.global[0]);
    t.barrier.wait();
    values.resize(values.size() * 2, 1);
    t.barrier.wait();
    const int sum = std::accumulate(values.begin(), values.end(), 0);
    if (sum == (t.local[0] + 1) * (t.global[0] + 1)) ++right;
  });
  EXPECT_EQ(right, 256);
  ignore_findings();
}

// --- Exceptions within a kernel ------------------------------------------------------------------

TEST_P(ThreadStack, LetsAnExceptionPassWithinTheThread) {
  std::atomic<int> right{0};
  launch(extent<1>(128).tile<32>(), [&](tiled_index<32> t) {
    for (int round = 0; round < 10; ++round) {
      t.barrier.wait();
      try {
        if (t.local[0] % 3 == round % 3) throw t.global[0];
      } catch (const int thrown) {
        if (thrown == t.global[0]) ++right;
      }
    }
  });
  int expected = 0;
  for (int i = 0; i < 128; ++i) expected += i % 32 % 3 == 0 ? 4 : 3;
  EXPECT_EQ(right, expected);
  ignore_findings();
}

// Each thread is in a handler of its own while the others run theirs.
TEST_P(ThreadStack, KeepsTheExceptionThatItHandlesOverBarriers) {
  std::atomic<int> right{0};
  launch(extent<1>(128).tile<32>(), [&](tiled_index<32> t) {
    const std::string name = "thread " + std::to_string(t.global[0]);
    try {
      throw std::runtime_error(name);
    } catch (const std::runtime_error& caught) {
      t.barrier.wait();
      try {
        std::rethrow_exception(std::current_exception());
      } catch (const std::runtime_error& again) {
        t.barrier.wait();
        if (caught.what() == name && again.what() == name) ++right;
      }
      try {
        throw;
      } catch (const std::runtime_error& again) {
        if (again.what() == name) ++right;
      }
    }
    t.barrier.wait();
    if (std::current_exception() == nullptr) ++right;
  });
  EXPECT_EQ(right, 128 * 3);
  ignore_findings();
}

struct waits_at_its_end {
  const tile_barrier& barrier;
  std::atomic<int>& right;

  ~waits_at_its_end() {
    if (std::uncaught_exceptions() == 1) ++right;
    barrier.wait();
    if (std::uncaught_exceptions() == 1) ++right;
  }
};

TEST_P(ThreadStack, MayWaitWhileAnExceptionUnwindsIt) {
  std::atomic<int> right{0};
  launch(extent<1>(64).tile<16>(), [&](tiled_index<16> t) {
    try {
      const waits_at_its_end guard{t.barrier, right};
      throw t.global[0];
    } catch (const int thrown) {
      if (thrown == t.global[0]) ++right;
    }
    if (std::uncaught_exceptions() == 0) ++right;
  });
  EXPECT_EQ(right, 64 * 4);
  ignore_findings();
}

// The host may launch a kernel in a handler, or in a destructor that an exception calls.
TEST_P(ThreadStack, LeavesTheExceptionThatTheHostHandlesAlone) {
  std::atomic<int> wrong{0};
  const auto kernel = [&](tiled_index<16> t) {
    t.barrier.wait();
    try {
      throw t.local[0];
    } catch (const int thrown) {
      t.barrier.wait();
      if (thrown != t.local[0]) ++wrong;
    }
    if (std::current_exception() != nullptr || std::uncaught_exceptions() != 0) ++wrong;
  };
  try {
    throw std::runtime_error("the host's");
  } catch (const std::runtime_error& caught) {
    launch(extent<1>(64).tile<16>(), kernel);
    EXPECT_STREQ(caught.what(), "the host's");
    EXPECT_THROW(throw, std::runtime_error);
    EXPECT_EQ(std::uncaught_exceptions(), 0);
  }
  EXPECT_EQ(std::current_exception(), nullptr);
  EXPECT_EQ(wrong, 0);
  ignore_findings();
}

MILLIAMP_ON_BOTH_ENGINES(ThreadStack);

}  // namespace
