#include <amp.h>
#include <gtest/gtest.h>

#include <vector>

using namespace concurrency;

namespace {

/// The same on both engines.
class Barriers : public testing::TestWithParam<const wchar_t*> {
 protected:
  accelerator_view engine() const { return accelerator(GetParam()).default_view; }
};
INSTANTIATE_TEST_SUITE_P(, Barriers,
                         testing::Values(accelerator::direct3d_warp, accelerator::direct3d_ref),
                         [](const testing::TestParamInfo<const wchar_t*>& it) {
                           return it.param == accelerator::direct3d_warp ? "warp" : "ref";
                         });

/// Every thread adds to the sum of its left neighbour's tile_static value, round after round; a
/// thread that passed a barrier too early would add a value of another round.
template <int Threads>
void expect_rounds_in_step(const accelerator_view& engine) {
  constexpr int tiles = 5;
  constexpr int rounds = 20;
  std::vector<int> sums(tiles * Threads);
  array_view<int> result(tiles * Threads, sums);
  parallel_for_each(
      engine, result.extent.tile<Threads>(), [=](tiled_index<Threads> t) restrict(amp) {
        tile_static int values[Threads];
        const int me = t.local[0];
        int sum = 0;
        for (int round = 0; round < rounds; ++round) {
          values[me] = round * me;
          t.barrier.wait();
          sum += values[(me + 1) % Threads];
          t.barrier.wait();
        }
        result[t] = sum;
      });
  result.synchronize();
  for (int i = 0; i < tiles * Threads; ++i) {
    EXPECT_EQ(sums[i], rounds * (rounds - 1) / 2 * ((i + 1) % Threads)) << i;
  }
}

TEST_P(Barriers, ATileOfOneThread) { expect_rounds_in_step<1>(engine()); }
TEST_P(Barriers, ATileOfTwoThreads) { expect_rounds_in_step<2>(engine()); }
TEST_P(Barriers, ATileOfManyThreads) { expect_rounds_in_step<100>(engine()); }

}  // namespace
