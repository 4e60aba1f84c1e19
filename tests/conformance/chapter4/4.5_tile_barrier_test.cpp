// Spec 4.5: class tile_barrier and the memory fences.
#include <amp.h>
#include <gtest/gtest.h>

#include <type_traits>
#include <vector>

namespace {

using namespace concurrency;

// 4.5.2, 4.5.3
static_assert(!std::is_default_constructible_v<tile_barrier>);
static_assert(std::is_copy_constructible_v<tile_barrier>);
static_assert(!std::is_copy_assignable_v<tile_barrier>);

constexpr int tile_size = 16;

/// Every thread reads what its neighbour has written before the barrier.
template <class Wait>
std::vector<int> rotate(Wait wait) {
  std::vector<int> numbers(4 * tile_size);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<int>(i);
  array_view<int> view(numbers);
  parallel_for_each(
      view.extent.tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
        tile_static int row[tile_size];
        row[t.local[0]] = view[t];
        wait(t.barrier);
        const int neighbour = row[(t.local[0] + 1) % tile_size];
        view[t] = neighbour;
      });
  view.synchronize();
  return numbers;
}

std::vector<int> rotated() {
  std::vector<int> numbers(4 * tile_size);
  for (int i = 0; i < 4 * tile_size; ++i) {
    numbers[static_cast<std::size_t>(i)] = i / tile_size * tile_size + (i + 1) % tile_size;
  }
  return numbers;
}

TEST(TileBarrier, WaitsForAllThreadsOfTheTile) {
  EXPECT_EQ(rotate([](const tile_barrier& b) restrict(amp) { b.wait(); }), rotated());
  EXPECT_EQ(rotate([](const tile_barrier& b) restrict(amp) { b.wait_with_all_memory_fence(); }),
            rotated());
  EXPECT_EQ(
      rotate([](const tile_barrier& b) restrict(amp) { b.wait_with_tile_static_memory_fence(); }),
      rotated());
}

TEST(TileBarrier, GlobalFenceOrdersGlobalMemory) {
  std::vector<int> numbers(2 * tile_size), sums(2 * tile_size);
  array_view<int> view(numbers), result(sums);
  parallel_for_each(
      view.extent.tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
        view[t] = t.global[0];
        t.barrier.wait_with_global_memory_fence();
        int sum = 0;
        for (int i = 0; i < tile_size; ++i) sum += view[t.tile_origin + i];
        result[t] = sum;
      });
  result.synchronize();
  EXPECT_EQ(sums.front(), 120);
  EXPECT_EQ(sums.back(), 120 + tile_size * tile_size);
}

// 4.5.4
TEST(MemoryFences, MayStandInDivergentCode) {
  std::vector<int> numbers(tile_size);
  array_view<int> view(numbers);
  parallel_for_each(
      view.extent.tile<tile_size>(), [=](tiled_index<tile_size> t) restrict(amp) {
        if (t.local[0] % 2 == 0) {
          all_memory_fence(t.barrier);
          global_memory_fence(t.barrier);
        } else {
          tile_static_memory_fence(t.barrier);
        }
        view[t] = t.local[0];
      });
  view.synchronize();
  EXPECT_EQ(numbers.back(), tile_size - 1);
}

}  // namespace
