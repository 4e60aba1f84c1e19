// Writes that race and write the same value are marked as such; those that do not, never are.

#include <milliamp/gtest.h>

#include <amp.h>

#include <cstring>
#include <vector>

using namespace concurrency;
using milliamp::AtLines;
using milliamp::finding_scope;
using milliamp::IsRace;
using milliamp::OnVariable;
using milliamp::schedule;
using milliamp::WithAccesses;
using milliamp::WithSameValue;
using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Not;
using testing::SizeIs;

/// Visible elsewhere, so that compilers keep what kernels compute.
thread_local double result;

namespace {

/// In each of the orders in which threads may run.
class SameValueTest : public testing::TestWithParam<schedule> {
 protected:
  SameValueTest() { milliamp::set_schedule(GetParam(), 3); }
  ~SameValueTest() override { milliamp::set_schedule(schedule::forward); }

  /// Runs one tile of 8 threads. @return what was found
  template <class Kernel>
  std::vector<milliamp::finding> run(const Kernel& kernel) {
    finding_scope scope;
    parallel_for_each(extent<1>(8).tile<8>(), kernel);
    return scope.take();
  }

  /// Lets each thread write a number to a variable of tile_static memory.
  template <class T, class Value>
  std::vector<milliamp::finding> write(Value value) {
    return run([=](tiled_index<8> t) {
      tile_static T variable;
      variable = value(t.local[0]);
      t.barrier.wait();
      if (t.local[0] == 0) result = static_cast<double>(variable);
    });
  }
};

INSTANTIATE_TEST_SUITE_P(In, SameValueTest,
                         testing::Values(schedule::forward, schedule::reverse, schedule::random),
                         [](const auto& order) {
                           return order.param == schedule::forward   ? "ForwardOrder"
                                  : order.param == schedule::reverse ? "ReverseOrder"
                                                                     : "RandomOrder";
                         });

TEST_P(SameValueTest, IsMarkedForAnySize) {
  const auto one = [](int) { return 1; };
  const auto is_marked = ElementsAre(
      AllOf(IsRace(), OnVariable("variable"), WithAccesses("write", "write"), WithSameValue()));
  EXPECT_THAT(write<char>(one), is_marked);
  EXPECT_THAT(write<short>(one), is_marked);
  EXPECT_THAT(write<int>(one), is_marked);
  EXPECT_THAT(write<double>(one), is_marked);
}

TEST_P(SameValueTest, IsNotMarkedWhenOneThreadWritesAnother) {
  for (int other = 0; other < 8; ++other) {
    const auto value = [=](int thread) { return thread == other ? 2 : 1; };
    EXPECT_THAT(write<int>(value), ElementsAre(Not(WithSameValue()))) << "thread " << other;
    EXPECT_THAT(write<double>(value), ElementsAre(Not(WithSameValue()))) << "thread " << other;
  }
}

TEST_P(SameValueTest, IsNotMarkedWhenOnlySomeBytesAreTheSame) {
  EXPECT_THAT(write<double>([](int thread) { return thread == 0 ? 0.0 : -0.0; }),
              ElementsAre(Not(WithSameValue())));
  EXPECT_THAT(write<long long>([](int thread) { return (1LL << 40) + thread; }),
              ElementsAre(Not(WithSameValue())));
}

TEST_P(SameValueTest, IsMarkedForEachPairOfPlaces) {
  const int begin = __LINE__;
  const auto found = run([](tiled_index<8> t) {
    tile_static int flag;
    if (t.local[0] % 2 == 0) {
      flag = 1;
    } else {
      flag = 1;
    }
    t.barrier.wait();
    if (t.local[0] == 0) result = flag;
  });
  const int even = begin + 4;
  const int odd = begin + 6;
  if (found.size() == 1) {  // optimisation has made one store of the two
    EXPECT_THAT(found, ElementsAre(WithSameValue()));
    return;
  }
  EXPECT_THAT(found, SizeIs(3));
  EXPECT_THAT(found, Each(WithSameValue()));
  EXPECT_THAT(found, Contains(AtLines(even, odd)));
  EXPECT_THAT(found, Contains(AtLines(even, even)));
  EXPECT_THAT(found, Contains(AtLines(odd, odd)));
}

TEST_P(SameValueTest, IsNotMarkedWhenAThreadWritesSeveral) {
  const auto found = run([](tiled_index<8> t) {
    tile_static volatile int last;
    for (int i = 0; i < 4; ++i) last = i;
    t.barrier.wait();
    if (t.local[0] == 0) result = last;
  });
  EXPECT_THAT(found, ElementsAre(Not(WithSameValue())));
}

TEST_P(SameValueTest, KnowsNothingOfEarlierEpochs) {
  int data = 0;
  array_view<int> in_global(1, &data);
  const auto found = run([=](tiled_index<8> t) {
    tile_static int flag;
    for (int round = 0; round < 3; ++round) {
      if (t.local[0] == 0) in_global[0] = flag = 0;
      t.barrier.wait();
      flag = round + 1;
      in_global[0] = round + 1;
      t.barrier.wait();
    }
    if (t.local[0] == 0) result = flag;
  });
  EXPECT_THAT(found, SizeIs(2));
  EXPECT_THAT(found, Each(WithSameValue()));
}

TEST_P(SameValueTest, IsNotMarkedWhenItDiffersInOneEpoch) {
  const auto found = run([](tiled_index<8> t) {
    tile_static int flag;
    for (int round = 0; round < 3; ++round) {
      flag = round == 1 ? t.local[0] : 7;
      t.barrier.wait();
    }
    if (t.local[0] == 0) result = flag;
  });
  EXPECT_THAT(found, ElementsAre(Not(WithSameValue())));
}

TEST_P(SameValueTest, IsMarkedForBlocks) {
  struct triple {
    int values[3];
  };
  const auto copy = [&](int differs) {
    return run([=](tiled_index<8> t) {
      tile_static triple common;
      triple own = {{1, 2, 3}};
      if (t.local[0] == 5) own.values[2] += differs;
      std::memcpy(&common, &own, sizeof own);
      t.barrier.wait();
      if (t.local[0] == 0) result = common.values[2];
    });
  };
  EXPECT_THAT(copy(0), Each(WithSameValue()));
  EXPECT_THAT(copy(1), Contains(Not(WithSameValue())));
}

TEST_P(SameValueTest, LooksAtTheBytesThatBothWrite) {
  const auto found = run([](tiled_index<8> t) {
    tile_static unsigned char bytes[4];
    for (int i = 0; i < 4; ++i) bytes[i] = static_cast<unsigned char>(i + 1);
    tile_static unsigned char own[8];
    own[t.local[0]] = static_cast<unsigned char>(t.local[0]);
    t.barrier.wait();
    if (t.local[0] == 0) result = bytes[1] + own[2];
  });
  EXPECT_THAT(found, ElementsAre(AllOf(OnVariable("bytes"), WithSameValue())));
}

TEST_P(SameValueTest, IsMarkedInGlobalMemoryOfOneTile) {
  const auto write_global = [&](int other) {
    int data = 0;
    array_view<int> flag(1, &data);
    return run([=](tiled_index<8> t) { flag[0] = t.local[0] == other ? 2 : 1; });
  };
  EXPECT_THAT(write_global(-1), ElementsAre(AllOf(OnVariable("flag"), WithSameValue())));
  for (int other = 0; other < 8; ++other) {
    EXPECT_THAT(write_global(other), ElementsAre(Not(WithSameValue()))) << "thread " << other;
  }
}

// Other workers write at the same time, so what a tile has written cannot be seen in memory.
TEST_P(SameValueTest, IsNotMarkedAcrossTiles) {
  int data = 0;
  array_view<int> flag(1, &data);
  finding_scope scope;
  parallel_for_each(extent<1>(64).tile<8>(), [=](tiled_index<8>) { flag[0] = 1; });
  parallel_for_each(extent<1>(64), [=](index<1>) { flag[0] = 1; });
  EXPECT_THAT(scope.findings(), SizeIs(3)) << "within a tile, and twice between tiles";
  EXPECT_THAT(scope.findings(), Each(AllOf(IsRace(), Not(WithSameValue()))));
}

TEST_P(SameValueTest, IsNotMarkedWhenAnotherTileWritesAnother) {
  for (int other = 0; other < 64; other += 3) {
    int data = 0;
    array_view<int> flag(1, &data);
    finding_scope scope;
    parallel_for_each(extent<1>(64).tile<8>(),
                      [=](tiled_index<8> t) { flag[0] = t.global[0] == other ? 2 : 1; });
    parallel_for_each(extent<1>(64), [=](index<1> i) { flag[0] = i[0] == other ? 2 : 1; });
    EXPECT_THAT(scope.findings(), SizeIs(3)) << "within a tile, and twice between tiles";
    EXPECT_THAT(scope.findings(), Each(AllOf(IsRace(), Not(WithSameValue())))) << other;
  }
}

TEST_P(SameValueTest, IsNotMarkedAcrossTilesWhenOneWordOfManyDiffers) {
  std::vector<int> data(100);
  array_view<int> values(data);
  finding_scope scope;
  parallel_for_each(extent<2>(40, 100),
                    [=](index<2> i) { values[i[1]] = i[0] == 20 && i[1] == 70 ? -1 : i[1]; });
  EXPECT_THAT(scope.findings(), ElementsAre(AllOf(IsRace(), Not(WithSameValue()))));
}

TEST_P(SameValueTest, IsNotMarkedBesideAtomicOperations) {
  const auto found = run([](tiled_index<8> t) {
    tile_static int flag;
    if (t.local[0] == 0) {
      atomic_exchange(&flag, 1);
    } else if (t.local[0] == 1) {
      flag = 1;
    }
    t.barrier.wait();
    if (t.local[0] == 0) result = flag;
  });
  EXPECT_THAT(found, ElementsAre(AllOf(WithAccesses("write", "atomic"), Not(WithSameValue()))));
}

TEST_P(SameValueTest, IsNotMarkedForAReadAndAWrite) {
  const auto found = run([](tiled_index<8> t) {
    tile_static int flag;
    if (t.local[0] == 0) flag = 1;
    if (t.local[0] == 1) result = flag;
  });
  EXPECT_THAT(found, ElementsAre(AllOf(WithAccesses("write", "read"), Not(WithSameValue()))));
}

}  // namespace
