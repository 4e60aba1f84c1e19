// <ppl.h>: parallel_reduce, parallel_transform, the sorts, combinable.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <ppl.h>

#include <functional>
#include <list>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace concurrency;
using testing::ElementsAre;

std::vector<int> numbers_to(int last) {
  std::vector<int> numbers(static_cast<std::size_t>(last));
  std::iota(numbers.begin(), numbers.end(), 1);
  return numbers;
}

TEST(ParallelReduce, Adds) {
  const std::vector<int> numbers = numbers_to(1000);
  EXPECT_EQ(parallel_reduce(numbers.begin(), numbers.end(), 0), 500500);
  const std::list<int> list(numbers.begin(), numbers.end());
  EXPECT_EQ(parallel_reduce(list.begin(), list.end(), 0), 500500);
}

TEST(ParallelReduce, KeepsTheOrderOfTheElements) {
  const std::vector<std::string> words(500, "ab");
  std::string all;
  for (const std::string& word : words) all += word;
  EXPECT_EQ(parallel_reduce(words.begin(), words.end(), std::string(), std::plus<std::string>()),
            all);
}

TEST(ParallelReduce, TakesAFunctionOfARange) {
  const std::vector<int> numbers = numbers_to(1000);
  using iterator = std::vector<int>::const_iterator;
  const double sum = parallel_reduce(
      numbers.begin(), numbers.end(), 0.0,
      [](iterator begin, iterator end, double initial) {
        return std::accumulate(begin, end, initial, [](double s, int n) { return s + 0.5 * n; });
      },
      std::plus<double>());
  EXPECT_EQ(sum, 250250);
}

TEST(ParallelTransform, TakesOneOrTwoRanges) {
  const std::vector<int> a = {1, 2, 3}, b = {10, 20, 30};
  std::vector<int> result(3);
  EXPECT_EQ(parallel_transform(a.begin(), a.end(), result.begin(), std::negate<int>()),
            result.end());
  EXPECT_THAT(result, ElementsAre(-1, -2, -3));
  EXPECT_EQ(parallel_transform(a.begin(), a.end(), b.begin(), result.begin(), std::plus<int>()),
            result.end());
  EXPECT_THAT(result, ElementsAre(11, 22, 33));
  parallel_transform(a.begin(), a.end(), result.begin(), std::negate<int>(), static_partitioner());
  EXPECT_THAT(result, ElementsAre(-1, -2, -3));
  std::list<int> list(3);
  parallel_transform(a.begin(), a.end(), list.begin(), std::negate<int>());
  EXPECT_THAT(list, ElementsAre(-1, -2, -3));
}

TEST(ParallelSorts, Sort) {
  std::vector<int> numbers = {3, 1, 2};
  parallel_sort(numbers.begin(), numbers.end());
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3));
  parallel_sort(numbers.begin(), numbers.end(), std::greater<int>());
  EXPECT_THAT(numbers, ElementsAre(3, 2, 1));
  parallel_buffered_sort(numbers.begin(), numbers.end());
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3));
  parallel_buffered_sort(numbers.begin(), numbers.end(), std::greater<int>(), 128);
  EXPECT_THAT(numbers, ElementsAre(3, 2, 1));
  parallel_radixsort(numbers.begin(), numbers.end());
  EXPECT_THAT(numbers, ElementsAre(1, 2, 3));
}

TEST(ParallelRadixsort, KeepsTheOrderOfEqualElements) {
  using pair = std::pair<unsigned, char>;
  std::vector<pair> pairs = {{2, 'a'}, {1, 'b'}, {2, 'c'}, {1, 'd'}};
  parallel_radixsort(pairs.begin(), pairs.end(), [](const pair& p) { return p.first; });
  EXPECT_THAT(pairs, ElementsAre(pair{1, 'b'}, pair{1, 'd'}, pair{2, 'a'}, pair{2, 'c'}));
}

TEST(Combinable, HasAValueForEachThread) {
  combinable<int> sum([] { return 0; });
  parallel_for(1, 101, [&](int i) { sum.local() += i; });
  EXPECT_EQ(sum.combine(std::plus<int>()), 5050);
  int total = 0;
  sum.combine_each([&](int part) { total += part; });
  EXPECT_EQ(total, 5050);
  sum.clear();
  bool exists = true;
  sum.local(exists);
  EXPECT_FALSE(exists);
}

}  // namespace
