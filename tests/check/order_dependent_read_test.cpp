// Reads beside atomic operations of other threads are found in every order of the threads, and
// whichever thread performs the operation. Reads that an operation validates never are.

#include <milliamp/gtest.h>

#include <amp.h>

#include <vector>

using namespace concurrency;
using milliamp::AtLine;
using milliamp::finding_kind;
using milliamp::finding_scope;
using milliamp::KindIs;
using milliamp::OnVariable;
using milliamp::schedule;
using testing::AllOf;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

constexpr int size = 64;

class OrderDependentReadTest : public testing::TestWithParam<schedule> {
 protected:
  OrderDependentReadTest() { milliamp::set_schedule(GetParam(), 3); }
  ~OrderDependentReadTest() override { milliamp::set_schedule(schedule::forward); }

  /// Runs a kernel in tiles of 64 or 16 threads. @return what was found
  template <int Tile = size, class Kernel>
  std::vector<milliamp::finding> run(const Kernel& kernel) {
    finding_scope scope;
    parallel_for_each(extent<1>(size).tile<Tile>(), kernel);
    return scope.take();
  }

  std::vector<int> numbers_ = std::vector<int>(size);
  std::vector<int> counts_ = std::vector<int>(size);
  array_view<int> out_{size, numbers_};
  array_view<int> counts_view_{size, counts_};
};

testing::Matcher<const milliamp::finding&> is_read_of(const char* variable, int line) {
  return AllOf(KindIs(finding_kind::order_dependent_read), OnVariable(variable), AtLine(line));
}

INSTANTIATE_TEST_SUITE_P(In, OrderDependentReadTest,
                         testing::Values(schedule::forward, schedule::reverse, schedule::random,
                                         schedule::pct, schedule::interleave),
                         [](const auto& order) {
                           switch (order.param) {
                             case schedule::forward:
                               return "ForwardOrder";
                             case schedule::reverse:
                               return "ReverseOrder";
                             case schedule::random:
                               return "RandomOrder";
                             case schedule::pct:
                               return "Pct";
                             default:
                               return "Interleave";
                           }
                         });

// In each test, the second kernel is the repaired one.

TEST_P(OrderDependentReadTest, OneThreadCounts) {
  for (const int counting : {0, 1, 5, 40, 63}) {
    const array_view<int> out = out_;
    const auto found = run([=](tiled_index<size> t) restrict(amp) {
      tile_static int n;
      if (t.local[0] == 0) n = 0;
      t.barrier.wait();
      if (t.local[0] == counting) atomic_fetch_inc(&n);
      out[t] = n;
    });
    EXPECT_THAT(found, ElementsAre(is_read_of("n", __LINE__ - 2))) << counting;
    const auto repaired = run([=](tiled_index<size> t) restrict(amp) {
      tile_static int n;
      if (t.local[0] == 0) n = 0;
      t.barrier.wait();
      if (t.local[0] == counting) atomic_fetch_inc(&n);
      t.barrier.wait();
      out[t] = n;
    });
    EXPECT_THAT(repaired, IsEmpty()) << counting;
    EXPECT_EQ(out[7], 1);
  }
}

TEST_P(OrderDependentReadTest, OneThreadOfALargeTileCounts) {
  constexpr int large = 512;
  array<int> out(large);
  finding_scope scope;
  parallel_for_each(
      out.extent.tile<large>(), [&](tiled_index<large> t) restrict(amp) {
        tile_static int n;
        if (t.local[0] == 0) n = 0;
        t.barrier.wait();
        if (t.local[0] == 400) atomic_fetch_inc(&n);
        out[t] = n;
      });
  EXPECT_THAT(scope.take(), ElementsAre(is_read_of("n", __LINE__ - 2)));
}

TEST_P(OrderDependentReadTest, EverySecondThreadCounts) {
  const array_view<int> out = out_;
  const auto found = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    if (t.local[0] % 2 != 0) atomic_fetch_inc(&n);
    out[t] = n;
  });
  EXPECT_THAT(found, ElementsAre(is_read_of("n", __LINE__ - 2)));
  const auto repaired = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    if (t.local[0] % 2 != 0) atomic_fetch_inc(&n);
    t.barrier.wait();
    out[t] = n;
  });
  EXPECT_THAT(repaired, IsEmpty());
  EXPECT_EQ(out[7], size / 2);
}

TEST_P(OrderDependentReadTest, SomeThreadsCountAndTheOthersRead) {
  const array_view<int> out = out_;
  const auto found = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    if (t.local[0] >= 32)
      atomic_fetch_inc(&n);
    else
      out[t] = n;
  });
  EXPECT_THAT(found, ElementsAre(is_read_of("n", __LINE__ - 2)));
  const auto repaired = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    if (t.local[0] >= 32) atomic_fetch_inc(&n);
    t.barrier.wait();
    if (t.local[0] < 32) out[t] = n;
  });
  EXPECT_THAT(repaired, IsEmpty());
  EXPECT_EQ(out[7], 32);
}

TEST_P(OrderDependentReadTest, OneThreadOfATileCountsInGlobalMemory) {
  const array_view<int> out = out_, count = counts_view_;
  const auto found = run<16>([=](tiled_index<16> t) restrict(amp) {
    if (t.local[0] == 5) atomic_fetch_inc(&count[t.tile[0]]);
    out[t] = count[t.tile[0]];
  });
  EXPECT_THAT(found, ElementsAre(is_read_of("count", __LINE__ - 2)));
  const auto repaired = run<16>([=](tiled_index<16> t) restrict(amp) {
    if (t.local[0] == 5) atomic_fetch_inc(&count[t.tile[0]]);
    t.barrier.wait();
    out[t] = count[t.tile[0]];
  });
  EXPECT_THAT(repaired, IsEmpty());
  EXPECT_EQ(out[7], 2);
}

// The operation adds the same, whatever its thread has read.
TEST_P(OrderDependentReadTest, ThreadsReadBeforeTheyCount) {
  const array_view<int> out = out_;
  const auto found = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    out[t] = n;
    atomic_fetch_inc(&n);
  });
  EXPECT_THAT(found, ElementsAre(is_read_of("n", __LINE__ - 3)));
  const auto repaired = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    out[t] = atomic_fetch_inc(&n);
  });
  EXPECT_THAT(repaired, IsEmpty());
}

// Within a tile and between tiles: the repairs are different.
// An operation whose result is unused validates nothing, however many threads have read.
TEST_P(OrderDependentReadTest, AllThreadsReadBeforeOneCountsBehindABarrierForOtherMemory) {
  const array_view<int> out = out_;
  const auto found = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    const int old = n;
    t.barrier.wait_with_global_memory_fence();
    if (t.local[0] == 40) atomic_fetch_inc(&n);
    out[t] = old;
  });
  EXPECT_THAT(found, ElementsAre(is_read_of("n", __LINE__ - 5)));
  const auto repaired = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int n;
    if (t.local[0] == 0) n = 0;
    t.barrier.wait();
    const int old = n;
    t.barrier.wait();
    if (t.local[0] == 40) atomic_fetch_inc(&n);
    out[t] = old;
  });
  EXPECT_THAT(repaired, IsEmpty());
}

TEST_P(OrderDependentReadTest, ReadInTheLineOfAValidatedOne) {
  const array_view<int> out = out_;
  const array_view<int> counts = counts_view_;
  const auto found = run([=](tiled_index<size> t) restrict(amp) {
    int old = counts[0], n = counts[1];
    while (!atomic_compare_exchange(&counts[0], &old, old + 1)) {
    }
    atomic_fetch_inc(&counts[1]);
    out[t] = n;
  });
  EXPECT_THAT(found, ElementsAre(is_read_of("counts", __LINE__ - 6)));
}

TEST_P(OrderDependentReadTest, OneThreadOfTheLaunchSetsAFlag) {
  const array_view<int> out = out_, flag = counts_view_;
  const auto found = run<16>([=](tiled_index<16> t) restrict(amp) {
    if (t.global[0] == 37) atomic_exchange(&flag[0], 1);
    out[t] = flag[0];
  });
  const auto is_it = is_read_of("flag", __LINE__ - 2);
  EXPECT_THAT(found, ElementsAre(is_it, is_it));
}

// The thread of the operation has read before. The others read, too, and change nothing.
TEST_P(OrderDependentReadTest, ValidatedByOneThreadAmongMany) {
  for (const int setting : {0, 5, 63}) {
    const array_view<int> out = out_;
    const auto found = run([=](tiled_index<size> t) restrict(amp) {
      tile_static int first;
      if (t.local[0] == 0) first = -1;
      t.barrier.wait();
      if (first < 0 && t.local[0] == setting) atomic_exchange(&first, setting);
      t.barrier.wait();
      out[t] = first;
    });
    EXPECT_THAT(found, IsEmpty()) << setting;
    EXPECT_EQ(out[7], setting);
  }
}

TEST_P(OrderDependentReadTest, ValidatedByCompareExchange) {
  const array_view<int> out = out_;
  const auto found = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int sum;
    if (t.local[0] == 0) sum = 0;
    t.barrier.wait();
    int old = sum;
    while (!atomic_compare_exchange(&sum, &old, old + t.local[0])) {
    }
    t.barrier.wait();
    out[t] = sum;
  });
  EXPECT_THAT(found, IsEmpty());
  EXPECT_EQ(out[0], size * (size - 1) / 2);
}

// An operation that sets bits or raises a value has no other effect when it is repeated, so a
// thread that has read the outcome may omit it.
TEST_P(OrderDependentReadTest, ValidatedByAnOperationWhoseResultIsUnused) {
  const array_view<int> out = out_;
  const auto found = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int bits, greatest, next;
    if (t.local[0] == 0) bits = greatest = next = 0;
    t.barrier.wait();
    const int bit = 1 << t.local[0] % 8;
    if ((bits & bit) == 0) atomic_fetch_or(&bits, bit);
    if (greatest < t.local[0]) atomic_fetch_max(&greatest, t.local[0]);
    int own = 0;
    while (next < size) own += atomic_fetch_inc(&next);
    t.barrier.wait();
    out[t] = bits + greatest + (next > own ? 1 : 0);
  });
  EXPECT_THAT(found, IsEmpty());
}

// More reads follow than are remembered of a thread. What it has read before is unknown then, and
// nothing is reported of its operation.
TEST_P(OrderDependentReadTest, ValidatedLongBefore) {
  const array_view<int> out = out_;
  const auto found = run([=](tiled_index<size> t) restrict(amp) {
    tile_static int table[128];
    tile_static int greatest;
    table[t.local[0]] = table[t.local[0] + 64] = t.local[0];
    if (t.local[0] == 0) greatest = 62;
    t.barrier.wait();
    const int old = greatest;
    int own = 0;
    for (int i = 0; i < 128; ++i) own = own < table[i] ? table[i] : own;
    if (t.local[0] == 40 && old < own) atomic_fetch_max(&greatest, own);
    t.barrier.wait();
    out[t] = greatest;
  });
  EXPECT_THAT(found, IsEmpty());
  EXPECT_EQ(out[0], 63);
}

// The same where each thread is a tile of its own. Which of the reads of all threads are remembered
// depends on the workers.
TEST_P(OrderDependentReadTest, ValidatedByAPointLongBefore) {
  std::vector<int> numbers(1000, 1), sums(1);
  const array_view<int> table(1000, numbers), sum(1, sums);
  finding_scope scope;
  parallel_for_each(
      extent<1>(size), [=](index<1> i) restrict(amp) {
        int old = sum[0];
        int own = 0;
        for (int k = 0; k < 1000; ++k) own += table[k];
        if (i[0] < 8) return;
        while (!atomic_compare_exchange(&sum[0], &old, old + own)) {
        }
      });
  EXPECT_THAT(scope.take(), IsEmpty());
  EXPECT_EQ(sum[0], 56 * 1000);
}

}  // namespace
