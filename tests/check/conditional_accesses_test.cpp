// Loads, stores and barriers behind a condition, which the optimizer must not execute or split
// otherwise: the kernels have no mistakes, and each would have a finding if it did. The program is
// compiled at each level of optimization.

#include <milliamp/gtest.h>

#include <amp.h>

#include <vector>

using namespace concurrency;
using milliamp::finding_scope;
using testing::IsEmpty;

namespace {

struct two {
  int first;
  int second;
};

constexpr int count = 16;

class ConditionalAccesses : public testing::Test {
 protected:
  /// Runs one tile. The kernel is called with its tiled_index and with a view of 16 numbers, each
  /// of which is 1.
  template <class Kernel>
  void expect_no_findings(const Kernel& kernel) {
    finding_scope scope;
    const array_view<int> numbers = numbers_;
    parallel_for_each(extent<1>(count).tile<count>(),
                      [=](tiled_index<count> t) { kernel(t, numbers); });
    EXPECT_THAT(scope.take(), IsEmpty());
  }

  std::vector<int> memory_ = std::vector<int>(count, 1);
  array_view<int> numbers_{count, memory_};
};

TEST_F(ConditionalAccesses, MemberReadInEachBranch) {
  std::vector<two> pairs(count);
  const array_view<two> view(count, pairs);
  expect_no_findings([=](tiled_index<count> t, const array_view<int>& numbers) {
    const int l = t.local[0];
    two* const shared = &view[l & ~1];
    int x;
    if ((l & 1) != 0) {
      x = shared->first;
    } else {
      x = shared->second;
    }
    if ((l & 1) != 0) {
      shared->first = x + 1;
    } else {
      shared->second = x + 2;
    }
    numbers[l] = x;
  });
}

TEST_F(ConditionalAccesses, MemberOfAParameter) {
  const auto pick = [](const two& from, bool is_first) {
    return is_first ? from.first : from.second;
  };
  expect_no_findings([=](tiled_index<count> t, const array_view<int>& numbers) {
    tile_static two shared;
    const int l = t.local[0];
    if (l == 0) shared.second = 3;
    t.barrier.wait();
    if (l == 5) shared.first = 2;
    numbers[l] = pick(shared, l == 5);
  });
}

TEST_F(ConditionalAccesses, VariableOfTwo) {
  expect_no_findings([](tiled_index<count> t, const array_view<int>& numbers) {
    tile_static int first, second;
    const int l = t.local[0];
    if (l == 0) second = 3;
    t.barrier.wait();
    if (l == 5) first = 2;
    numbers[l] = l == 5 ? first : second;
  });
}

TEST_F(ConditionalAccesses, ElementInALoopThatDoesNotReadIt) {
  expect_no_findings([](tiled_index<count> t, const array_view<int>& numbers) {
    tile_static int unwritten;
    const int l = t.local[0];
    const int limit = 8 * numbers[l];
    int sum = 0;
    for (int k = 0; k < 8; ++k) {
      sum ^= k;
      if (k >= limit) sum += unwritten * k;
    }
    numbers[l] = sum;
  });
}

TEST_F(ConditionalAccesses, ElementInALoopWithoutRounds) {
  expect_no_findings([](tiled_index<count> t, const array_view<int>& numbers) {
    tile_static int shared;
    const int l = t.local[0];
    const int rounds = l == 5 ? numbers[l] : 0;
    if (l == 5) shared = 7;
    int sum = 0;
    for (int k = 0; k < rounds; ++k) sum += shared * k;
    numbers[l] = sum;
  });
}

TEST_F(ConditionalAccesses, ReferenceOnlyReadUnderACondition) {
  expect_no_findings([](tiled_index<count> t, const array_view<int>& numbers) {
    tile_static two shared;
    const int l = t.local[0];
    const two& alias = shared;
    if (l == 5) shared.first = 7;
    int x = l;
    if (l == 5) x += alias.first;
    numbers[l] = x;
  });
}

/// Not inlined, so that the compiler may pass the member instead of the structure.
__attribute__((noinline)) int first_if(const two& from, bool is_wanted) {
  return is_wanted ? from.first : 0;
}

TEST_F(ConditionalAccesses, MemberOfAParameterOfAFunction) {
  expect_no_findings([](tiled_index<count> t, const array_view<int>& numbers) {
    tile_static two shared;
    const int l = t.local[0];
    if (l == 5) shared.first = 7;
    numbers[l] = first_if(shared, l == 5) + first_if(shared, l == 5 && numbers[l] != 0);
  });
}

TEST_F(ConditionalAccesses, BarrierBehindACondition) {
  expect_no_findings([](tiled_index<count> t, const array_view<int>& numbers) {
    tile_static int shared;
    const int l = t.local[0];
    if (l == 0) shared = 5;
    t.barrier.wait();
    numbers[l] = shared;
  });
}

TEST_F(ConditionalAccesses, BarrierBetweenTwoConditions) {
  expect_no_findings([](tiled_index<count> t, const array_view<int>& numbers) {
    tile_static int shared;
    const int l = t.local[0];
    if (l == 0) shared = 5;
    t.barrier.wait();
    int x = 0;
    if (l != 0) x = shared;
    t.barrier.wait();
    if (l == 0) shared = 6;
    t.barrier.wait();
    numbers[l] = x + shared;
  });
}

TEST_F(ConditionalAccesses, StoreInEachBranch) {
  expect_no_findings([](tiled_index<count> t, const array_view<int>& numbers) {
    tile_static two shared;
    const int l = t.local[0];
    if (l == 1) {
      shared.first = 1;
    } else if (l == 2) {
      shared.second = 2;
    }
    t.barrier.wait();
    numbers[l] = shared.first + shared.second;
  });
}

}  // namespace
