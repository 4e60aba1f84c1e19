// What a barrier does: nobody passes before all threads of the tile have arrived, however often,
// from wherever it is called, and whatever the shape of the tile.

#include "engine/both_engines.h"

#include <array>
#include <atomic>
#include <vector>

using namespace concurrency;

namespace {

using Barrier = milliamp::tests::BothEngines;

/// Counts the threads of each tile that have come to a barrier, and those that passed too early.
template <int Threads>
class arrivals {
 public:
  explicit arrivals(int tiles) : arrived_(static_cast<std::size_t>(tiles)) {}

  void arrive(int tile) { ++arrived_[static_cast<std::size_t>(tile)]; }
  void pass(int tile, int round) {
    if (arrived_[static_cast<std::size_t>(tile)] != (round + 1) * Threads) ++early_;
    ++passed_;
  }

  int early() const { return early_; }
  int passed() const { return passed_; }

 private:
  std::vector<std::atomic<int>> arrived_;
  std::atomic<int> early_{0};
  std::atomic<int> passed_{0};
};

using wait_function = void (*)(const tile_barrier&);
constexpr wait_function all_waits[] = {
    [](const tile_barrier& b) { b.wait(); },
    [](const tile_barrier& b) { b.wait_with_all_memory_fence(); },
    [](const tile_barrier& b) { b.wait_with_global_memory_fence(); },
    [](const tile_barrier& b) { b.wait_with_tile_static_memory_fence(); },
};

TEST_P(Barrier, NoThreadPassesAnyOfTheFourWaitsBeforeAllHaveArrived) {
  constexpr int threads = 32, tiles = 16, rounds = 20;
  for (const wait_function wait : all_waits) {
    arrivals<threads> seen(tiles);
    launch(extent<1>(threads * tiles).tile<threads>(), [&](tiled_index<threads> t) {
      for (int round = 0; round < rounds; ++round) {
        seen.arrive(t.tile[0]);
        wait(t.barrier);
        seen.pass(t.tile[0], round);
        wait(t.barrier);
      }
    });
    EXPECT_EQ(seen.early(), 0);
    EXPECT_EQ(seen.passed(), threads * tiles * rounds);
  }
}

/// Hands the values of a tile's threads around in a ring through tile_static memory, one place a
/// round. After as many rounds as there are threads, everyone has its own again.
template <int Threads, class Tiled>
int hand_around(const Tiled& t, int me, int rounds) {
  tile_static int ring[Threads];
  int mine = me;
  for (int round = 0; round < rounds; ++round) {
    ring[me] = mine;
    t.barrier.wait();
    mine = ring[(me + 1) % Threads];
    t.barrier.wait();
  }
  return mine;
}

TEST_P(Barrier, ValuesGoAroundARingOfThreads) {
  constexpr int threads = 64, tiles = 8, rounds = 1000;
  std::vector<int> result(threads * tiles);
  launch(extent<1>(threads * tiles).tile<threads>(), [&](tiled_index<threads> t) {
    result[static_cast<std::size_t>(t.global[0])] =
        hand_around<threads>(t, t.local[0], rounds + t.tile[0]);
  });
  for (int i = 0; i < threads * tiles; ++i) {
    const int expected = (i % threads + rounds + i / threads) % threads;
    ASSERT_EQ(result[static_cast<std::size_t>(i)], expected) << "thread " << i;
  }
}

// --- Shapes of tiles -----------------------------------------------------------------------------

/// Runs a launch of 2 x … x 2 tiles of the shape, in which the threads of a tile rotate their
/// numbers by one through tile_static memory, and the first of them counts all; expects that it
/// works.
template <int... D, class Launch>
void expect_tile_works(Launch launch) {
  constexpr int rank = sizeof...(D);
  constexpr int threads = (D * ...);
  constexpr int lengths[] = {D...};
  extent<rank> domain;
  for (int d = 0; d < rank; ++d) domain[d] = 2 * lengths[d];
  std::atomic<int> right{0};
  launch(domain.template tile<D...>(), [&](tiled_index<D...> t) {
    int me = 0;
    for (int d = 0; d < rank; ++d) me = me * lengths[d] + t.local[d];
    tile_static int present[threads];
    present[me] = 1;
    const int neighbour = hand_around<threads>(t, me, 1);
    int count = 0;
    for (int i = 0; i < threads && me == 0; ++i) count += present[i];
    if (neighbour == (me + 1) % threads && count == (me == 0 ? threads : 0)) ++right;
  });
  EXPECT_EQ(right, threads << rank) << "tile " << testing::PrintToString(lengths);
}

TEST_P(Barrier, TilesOfEveryRankAndOfOneToManyThreadsMeet) {
  const auto run = [this](const auto& domain, const auto& kernel) { launch(domain, kernel); };
  expect_tile_works<1>(run);
  expect_tile_works<2>(run);
  expect_tile_works<7>(run);
  expect_tile_works<1024>(run);
  expect_tile_works<1, 1>(run);
  expect_tile_works<3, 5>(run);
  expect_tile_works<1, 1024>(run);
  expect_tile_works<1024, 1>(run);
  expect_tile_works<32, 32>(run);
  expect_tile_works<1, 1, 1>(run);
  expect_tile_works<2, 3, 5>(run);
  expect_tile_works<64, 4, 4>(run);
  expect_tile_works<1, 1, 1024>(run);
}

// The engines keep stacks and fibers from one launch to the next.
TEST_P(Barrier, LargeAndSmallTilesTakeTurns) {
  const auto run = [this](const auto& domain, const auto& kernel) { launch(domain, kernel); };
  for (int i = 0; i < 5; ++i) {
    expect_tile_works<512>(run);
    expect_tile_works<2, 2>(run);
    expect_tile_works<1>(run);
    expect_tile_works<4, 4, 4>(run);
  }
}

// A launch whose threads stop at no barrier comes after one whose threads do, and before another.
TEST_P(Barrier, LaunchesWithAndWithoutBarriersTakeTurns) {
  for (int i = 0; i < 5; ++i) {
    std::atomic<int> count{0};
    launch(extent<1>(256).tile<64>(), [&](tiled_index<64>) { ++count; });
    EXPECT_EQ(count, 256);
    launch(extent<1>(256).tile<64>(), [&](tiled_index<64> t) {
      t.barrier.wait();
      ++count;
    });
    EXPECT_EQ(count, 512);
  }
}

// --- Where a barrier may be called ---------------------------------------------------------------

TEST_P(Barrier, WorksInATreeReduction) {
  constexpr int threads = 256, tiles = 10;
  std::vector<int> sums(tiles);
  launch(extent<1>(threads * tiles).tile<threads>(), [&](tiled_index<threads> t) {
    tile_static int partial[threads];
    partial[t.local[0]] = t.global[0];
    t.barrier.wait();
    for (int stride = threads / 2; stride > 0; stride /= 2) {
      if (t.local[0] < stride) partial[t.local[0]] += partial[t.local[0] + stride];
      t.barrier.wait();
    }
    if (t.local[0] == 0) sums[static_cast<std::size_t>(t.tile[0])] = partial[0];
  });
  for (int tile = 0; tile < tiles; ++tile) {
    const int first = tile * threads, last = first + threads - 1;
    EXPECT_EQ(sums[static_cast<std::size_t>(tile)], (first + last) * threads / 2);
  }
}

// Tiles are independent: each may come to its barrier as often as it likes.
TEST_P(Barrier, MayBePassedADifferentNumberOfTimesByEachTile) {
  constexpr int threads = 16, tiles = 40;
  arrivals<threads> seen(tiles);
  launch(extent<1>(threads * tiles).tile<threads>(), [&](tiled_index<threads> t) {
    for (int round = 0; round < t.tile[0]; ++round) {
      seen.arrive(t.tile[0]);
      t.barrier.wait();
      seen.pass(t.tile[0], round);
      t.barrier.wait();
    }
  });
  EXPECT_EQ(seen.early(), 0);
  EXPECT_EQ(seen.passed(), threads * tiles * (tiles - 1) / 2);
}

TEST_P(Barrier, MayStandInBranchesThatAllThreadsOfATileTake) {
  constexpr int threads = 16, tiles = 8;
  arrivals<threads> seen(tiles);
  launch(extent<1>(threads * tiles).tile<threads>(), [&](tiled_index<threads> t) {
    seen.arrive(t.tile[0]);
    if (t.tile[0] % 2 == 0) {
      t.barrier.wait();
    } else {
      t.barrier.wait_with_all_memory_fence();
    }
    seen.pass(t.tile[0], 0);
  });
  EXPECT_EQ(seen.early(), 0);
  EXPECT_EQ(seen.passed(), threads * tiles);
}

[[gnu::noinline]] void wait_by_reference(const tile_barrier& barrier) { barrier.wait(); }
[[gnu::noinline]] void wait_by_value(tile_barrier barrier) { barrier.wait(); }
[[gnu::noinline]] void wait_for_tile(tiled_index<32> t) { t.barrier.wait(); }
template <class Tiled>
[[gnu::noinline]] void wait_in_template(const Tiled& t) {
  t.barrier.wait();
}
[[gnu::noinline]] int wait_at_every_depth(const tile_barrier& barrier, int depth) {
  barrier.wait();
  const int below = depth == 0 ? 0 : wait_at_every_depth(barrier, depth - 1);
  barrier.wait();
  return below + 1;
}

TEST_P(Barrier, MayBeCopiedAndPassedToFunctions) {
  constexpr int threads = 32, tiles = 4;
  using step = void (*)(const tiled_index<threads>&);
  constexpr std::array<step, 5> steps = {
      [](const tiled_index<threads>& t) { wait_by_reference(t.barrier); },
      [](const tiled_index<threads>& t) { wait_by_value(t.barrier); },
      [](const tiled_index<threads>& t) { wait_for_tile(t); },
      [](const tiled_index<threads>& t) { wait_in_template(t); },
      [](const tiled_index<threads>& t) {
        const tile_barrier copy = t.barrier;
        const tile_barrier copy_of_copy(copy);
        copy_of_copy.wait();
      }};
  arrivals<threads> seen(tiles);
  launch(extent<1>(threads * tiles).tile<threads>(), [&](tiled_index<threads> t) {
    for (int round = 0; round < 10; ++round) {
      for (std::size_t i = 0; i < steps.size(); ++i) {
        seen.arrive(t.tile[0]);
        steps[i](t);
        seen.pass(t.tile[0], round * static_cast<int>(steps.size()) + static_cast<int>(i));
        t.barrier.wait();
      }
    }
  });
  EXPECT_EQ(seen.early(), 0);
  EXPECT_EQ(seen.passed(), threads * tiles * 50);
}

TEST_P(Barrier, MayBeCalledAtEveryDepthOfARecursion) {
  std::atomic<int> right{0};
  launch(extent<1>(64).tile<16>(), [&](tiled_index<16> t) {
    if (wait_at_every_depth(t.barrier, 30) == 31) ++right;
  });
  EXPECT_EQ(right, 64);
}

struct counting_kernel {
  std::atomic<int>* count;

  void operator()(tiled_index<4, 4> t) const restrict(amp) {
    tile_static int flags[4][4];
    flags[t.local[0]][t.local[1]] = 1;
    t.barrier.wait_with_tile_static_memory_fence();
    *count += flags[t.local[1]][t.local[0]];
  }
};

TEST_P(Barrier, MayBeCalledByAFunctionObject) {
  std::atomic<int> count{0};
  launch(extent<2>(16, 16).tile<4, 4>(), counting_kernel{&count});
  EXPECT_EQ(count, 256);
}

TEST_P(Barrier, MayBeCalledByAGenericLambda) {
  std::atomic<int> count{0};
  launch(extent<2>(16, 16).tile<4, 4>(), [&](auto t) {
    t.barrier.wait();
    ++count;
  });
  EXPECT_EQ(count, 256);
}

// Fences order memory but do not wait, so they may stand in divergent code (spec 4.5.4).
TEST_P(Barrier, FencesAloneDoNotWait) {
  std::atomic<int> count{0};
  launch(extent<1>(64).tile<16>(), [&](tiled_index<16> t) {
    if (t.local[0] % 2 == 0) all_memory_fence(t.barrier);
    if (t.local[0] % 3 == 0) global_memory_fence(t.barrier);
    if (t.local[0] % 5 == 0) tile_static_memory_fence(t.barrier);
    ++count;
  });
  EXPECT_EQ(count, 64);
}

MILLIAMP_ON_BOTH_ENGINES(Barrier);

}  // namespace
