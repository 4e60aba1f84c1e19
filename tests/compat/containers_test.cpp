// <concurrent_vector.h>, <concurrent_queue.h>, <concurrent_priority_queue.h> and the hash
// containers.
#include <concurrent_priority_queue.h>
#include <concurrent_queue.h>
#include <concurrent_unordered_map.h>
#include <concurrent_unordered_set.h>
#include <concurrent_vector.h>
#include <gtest/gtest.h>
#include <ppl.h>

#include <algorithm>
#include <functional>

namespace {

using namespace concurrency;

TEST(ConcurrentVector, GrowsInParallel) {
  concurrent_vector<int> squares;
  parallel_for(0, 100, [&](int i) { squares.push_back(i * i); });
  ASSERT_EQ(squares.size(), 100u);
  std::sort(squares.begin(), squares.end());
  EXPECT_EQ(squares[9], 81);
  EXPECT_EQ(*squares.grow_by(5, 7), 7);
  EXPECT_EQ(squares.size(), 105u);
  squares.grow_to_at_least(200);
  EXPECT_EQ(squares.size(), 200u);
}

TEST(ConcurrentVector, IsARangeForAlgorithms) {
  concurrent_vector<int> numbers(100, 1);
  const auto increment = [](int& n) { ++n; };
  auto lvalue = increment;
  parallel_for_each(numbers.begin(), numbers.end(), [](int& n) { ++n; });
  parallel_for_each(std::begin(numbers), std::end(numbers), increment);
  parallel_for_each(std::begin(numbers), std::end(numbers), lvalue);
  parallel_for_each(std::begin(numbers), std::end(numbers), increment, static_partitioner());
  EXPECT_EQ(parallel_reduce(numbers.begin(), numbers.end(), 0), 500);
  EXPECT_EQ(parallel_reduce(numbers.begin(), numbers.end(), 0, std::plus<int>()), 500);
  numbers[0] = 7;
  parallel_sort(numbers.begin(), numbers.end());
  parallel_sort(numbers.begin(), numbers.end(), std::greater<int>());
  EXPECT_EQ(numbers[0], 7);
  parallel_transform(numbers.begin(), numbers.end(), numbers.begin(), std::negate<int>());
  EXPECT_EQ(numbers[99], -5);
}

TEST(ConcurrentQueue, GivesTheOldestElement) {
  concurrent_queue<int> queue;
  queue.push(1);
  queue.push(2);
  EXPECT_EQ(queue.unsafe_size(), 2u);
  int oldest = 0;
  EXPECT_TRUE(queue.try_pop(oldest));
  EXPECT_EQ(oldest, 1);
  queue.clear();
  EXPECT_FALSE(queue.try_pop(oldest));
  EXPECT_TRUE(queue.empty());
}

TEST(ConcurrentPriorityQueue, GivesTheGreatestElement) {
  concurrent_priority_queue<int> queue;
  for (int i : {2, 5, 3}) queue.push(i);
  int greatest = 0;
  EXPECT_TRUE(queue.try_pop(greatest));
  EXPECT_EQ(greatest, 5);
}

TEST(ConcurrentUnorderedContainers, AddInParallel) {
  concurrent_unordered_map<int, int> squares;
  concurrent_unordered_set<int> odd;
  parallel_for(0, 100, [&](int i) {
    squares[i] = i * i;
    odd.insert(i | 1);
  });
  EXPECT_EQ(squares.size(), 100u);
  EXPECT_EQ(squares.at(9), 81);
  parallel_for_each(squares.begin(), squares.end(), [](auto& square) { square.second = 0; });
  EXPECT_EQ(squares.at(9), 0);
  EXPECT_EQ(odd.size(), 50u);
  concurrent_unordered_multimap<int, int> pairs;
  concurrent_unordered_multiset<int> bag;
  pairs.insert({1, 2});
  pairs.insert({1, 3});
  bag.insert(4);
  bag.insert(4);
  EXPECT_EQ(pairs.count(1), 2u);
  EXPECT_EQ(bag.count(4), 2u);
}

}  // namespace
