// A test program whose tests run under many schedules.

#include <milliamp/gtest.h>

#include <amp.h>

#include <cstdio>

namespace {

using namespace concurrency;

/// Counts the threads of a tile.
template <class Increment>
int count_threads(Increment increment) {
  int sum = 0;
  array_view<int> total(1, &sum);
  parallel_for_each(
      extent<1>(8).tile<8>(), [=](tiled_index<8>) restrict(amp) { increment(total[0]); });
  total.synchronize();
  return sum;
}

class Counter : public milliamp::any_schedule {};

TEST_P(Counter, LosesUpdates) {
  EXPECT_EQ(count_threads([](int& total) {
              const int seen = atomic_fetch_add(&total, 0);
              atomic_exchange(&total, seen + 1);
            }),
            8);
}

TEST_P(Counter, LosesNoUpdate) {
  EXPECT_EQ(count_threads([](int& total) { atomic_fetch_inc(&total); }), 8);
}

INSTANTIATE_TEST_SUITE_P(Many, Counter, milliamp::schedules(12), milliamp::schedule_name);

}  // namespace
