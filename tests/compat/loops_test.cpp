// <ppl.h>: parallel_for, parallel_for_each over iterators, parallel_invoke.
#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ppl.h>

#include <atomic>
#include <list>
#include <stdexcept>
#include <vector>

namespace {

using namespace concurrency;
using testing::ElementsAre;

TEST(ParallelFor, CallsTheFunctionOnceForEachIndex) {
  std::vector<std::atomic<int>> calls(1000);
  parallel_for(0, 1000, [&](int i) { ++calls[static_cast<std::size_t>(i)]; });
  for (const auto& number : calls) EXPECT_EQ(number, 1);
}

TEST(ParallelFor, ExcludesTheLastIndex) {
  std::atomic<int> sum = 0;
  parallel_for(std::size_t{3}, std::size_t{6}, [&](std::size_t i) { sum += static_cast<int>(i); });
  EXPECT_EQ(sum, 3 + 4 + 5);
  parallel_for(6, 3, [&](int) { sum = -1; });
  EXPECT_EQ(sum, 3 + 4 + 5);
}

TEST(ParallelFor, TakesAStep) {
  std::atomic<int> sum = 0, calls = 0;
  parallel_for(1, 10, 4, [&](int i) { sum += i, ++calls; });  // 1, 5, 9
  EXPECT_EQ(sum, 15);
  EXPECT_EQ(calls, 3);
}

TEST(ParallelFor, TakesDistancesBeyondTheIndex) {
  std::atomic<int> calls = 0, greatest = 0;
  parallel_for(-2000000000, 2000000000, 1000000000, [&](int i) {  // up to 1000000000
    ++calls;
    if (i == 1000000000) greatest = i;
  });
  EXPECT_EQ(calls, 4);
  EXPECT_EQ(greatest, 1000000000);
}

TEST(ParallelFor, RefusesAStepBelowOne) {
  EXPECT_THROW(parallel_for(0, 10, 0, [](int) {}), std::invalid_argument);
  EXPECT_THROW(parallel_for(0, 10, -1, [](int) {}), std::invalid_argument);
}

TEST(ParallelFor, TakesPartitioners) {
  std::atomic<int> calls = 0;
  const auto count = [&](int) { ++calls; };
  affinity_partitioner affinity;
  parallel_for(0, 100, count, auto_partitioner());
  parallel_for(0, 100, count, static_partitioner());
  parallel_for(0, 100, count, simple_partitioner(7));
  parallel_for(0, 100, count, affinity);
  parallel_for(0, 100, 10, count, simple_partitioner(1));
  EXPECT_EQ(calls, 410);
  EXPECT_EQ(simple_partitioner(7).get_chunk_size(), 7u);
  EXPECT_THROW(simple_partitioner(0), std::invalid_argument);
}

TEST(ParallelFor, ThrowsWhatACallThrows) {
  EXPECT_THROW(parallel_for(0, 10,
                            [](int i) {
                              if (i == 5) throw std::out_of_range("five");
                            }),
               std::out_of_range);
}

TEST(ParallelForEach, TakesIterators) {
  std::vector<int> numbers = {1, 2, 3};
  parallel_for_each(numbers.begin(), numbers.end(), [](int& n) { n *= 2; });
  EXPECT_THAT(numbers, ElementsAre(2, 4, 6));
  std::list<int> list = {1, 2, 3};
  parallel_for_each(list.begin(), list.end(), [](int& n) { n *= 2; });
  EXPECT_THAT(list, ElementsAre(2, 4, 6));
  parallel_for_each(
      numbers.begin(), numbers.end(), [](int& n) { ++n; }, static_partitioner());
  EXPECT_THAT(numbers, ElementsAre(3, 5, 7));
}

TEST(ParallelForEach, IsStillThatOfKernelsForAnExtent) {
  std::vector<int> numbers = {1, 2, 3};
  {
    array_view<int> view(3, numbers);
    parallel_for_each(
        view.extent, [=](index<1> i) restrict(amp) { view[i] *= 2; });
    Concurrency::parallel_for_each(
        accelerator().get_default_view(),
        view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
  }
  EXPECT_THAT(numbers, ElementsAre(3, 5, 7));
}

TEST(ParallelInvoke, CallsAllFunctions) {
  std::atomic<int> calls = 0;
  parallel_invoke([&] { calls += 1; }, [&] { calls += 10; });
  parallel_invoke([&] { calls += 100; }, [&] { calls += 100; }, [&] { calls += 100; });
  EXPECT_EQ(calls, 311);
}

TEST(Namespace, HasTwoNames) {
  std::atomic<int> calls = 0;
  Concurrency::parallel_for(0, 3, [&](int) { ++calls; });
  EXPECT_EQ(calls, 3);
}

}  // namespace
