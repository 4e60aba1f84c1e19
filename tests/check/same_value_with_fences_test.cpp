// Writes that race and write the same value, in a program whose kernels pass fences: its races are
// found in another way.
#include <milliamp/gtest.h>

#include <amp.h>

using namespace concurrency;
using milliamp::finding_scope;
using milliamp::IsRace;
using milliamp::WithSameValue;
using testing::AllOf;
using testing::ElementsAre;
using testing::Not;

namespace {

/// What is found when each thread of a tile writes a number, and passes a fence.
template <class Value>
std::vector<milliamp::finding> write(Value value) {
  finding_scope scope;
  parallel_for_each(
      extent<1>(8).tile<8>(), [=](tiled_index<8> t) restrict(amp) {
        tile_static int variable;
        variable = value(t.local[0]);
        tile_static_memory_fence(t.barrier);
        t.barrier.wait();
        static_cast<void>(variable);
      });
  return scope.take();
}

TEST(SameValueWithFences, IsMarked) {
  EXPECT_THAT(write([](int) { return 1; }), ElementsAre(AllOf(IsRace(), WithSameValue())));
}

TEST(SameValueWithFences, IsNotMarkedWhenOneThreadWritesAnother) {
  for (int other = 0; other < 8; ++other) {
    EXPECT_THAT(write([=](int thread) { return thread == other ? 2 : 1; }),
                ElementsAre(AllOf(IsRace(), Not(WithSameValue()))))
        << "thread " << other;
  }
}

TEST(SameValueWithFences, IsMarkedInGlobalMemory) {
  int data = 0;
  const array_view<int> flag(1, &data);
  finding_scope scope;
  parallel_for_each(
      extent<1>(8).tile<8>(), [=](tiled_index<8> t) restrict(amp) {
        flag[0] = 1;
        global_memory_fence(t.barrier);
      });
  EXPECT_THAT(scope.take(), ElementsAre(AllOf(IsRace(), WithSameValue())));
  parallel_for_each(
      extent<1>(8).tile<8>(), [=](tiled_index<8> t) restrict(amp) {
        flag[0] = t.local[0] == 5 ? 2 : 1;
        global_memory_fence(t.barrier);
      });
  EXPECT_THAT(scope.take(), ElementsAre(AllOf(IsRace(), Not(WithSameValue()))));
}

}  // namespace
