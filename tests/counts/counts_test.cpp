// Kernels whose accesses have been counted by hand.

#include "support/resident_memory.h"

#include <milliamp/counts.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace {

using namespace concurrency;
using milliamp::count_per_thread;
using milliamp::launch_counts;
using milliamp::line_counts;
using testing::ElementsAre;
using testing::SizeIs;

constexpr int size = 16;
constexpr int tile_size = 4;

template <class F>
launch_counts count(F launch) {
  const milliamp::count_scope scope;
  launch();
  const std::vector<launch_counts> all = scope.launches();
  EXPECT_THAT(all, SizeIs(1));
  return all.at(0);
}

/// The only line with accesses to a variable.
line_counts line_of(const launch_counts& counts, const std::string& variable) {
  std::vector<line_counts> lines;
  for (const line_counts& l : counts.lines) {
    if (l.variable == variable) lines.push_back(l);
  }
  EXPECT_THAT(lines, SizeIs(1)) << variable << '\n' << to_string(counts);
  return lines.empty() ? line_counts() : lines.front();
}

void expect_per_thread(const count_per_thread& counted, std::uint64_t least, std::uint64_t most) {
  EXPECT_EQ(counted.least, least);
  EXPECT_EQ(counted.most, most);
}

/// As the headers do: an untiled product of two matrices.
TEST(Counts, UntiledMatrixProduct) {
  const std::vector<int> left(size * size, 1), right(size * size, 2);
  std::vector<int> result(size * size);
  const array_view<const int, 2> a(size, size, left), b(size, size, right);
  const array_view<int, 2> product(size, size, result);
  const launch_counts counts = count([&] {
    parallel_for_each(
        product.extent, [=](index<2> i) restrict(amp) {
          int sum = 0;
          for (int k = 0; k < size; ++k) sum += a(i[0], k) * b(k, i[1]);
          product[i] = sum;
        });
  });
  EXPECT_EQ(counts.threads, 256u);
  EXPECT_EQ(counts.tiles, 0u);
  EXPECT_EQ(counts.global_memory.reads, 256u * 2 * size);
  EXPECT_EQ(counts.global_memory.writes, 256u);
  expect_per_thread(counts.global_memory.reads_per_thread, 2 * size, 2 * size);
  expect_per_thread(counts.global_memory.writes_per_thread, 1, 1);
  EXPECT_EQ(counts.tile_static_memory.reads, 0u);
  expect_per_thread(counts.barriers, 0, 0);

  const line_counts of_a = line_of(counts, "a");
  EXPECT_EQ(of_a.accesses.reads, 256u * size);
  EXPECT_EQ(of_a.distinct_elements, 256u);
  EXPECT_EQ(of_a.distinct_in_tiles, 256u * size);
  // 32 threads read an element each of two rows, of 64 bytes each.
  EXPECT_EQ(of_a.transactions, 8u * size);
  EXPECT_EQ(line_of(counts, "b").transactions, 8u * size);
  EXPECT_EQ(line_of(counts, "product").transactions, 8u);
}

TEST(Counts, TiledMatrixProduct) {
  const std::vector<int> left(size * size, 1), right(size * size, 2);
  std::vector<int> result(size * size);
  const array_view<const int, 2> a(size, size, left), b(size, size, right);
  const array_view<int, 2> product(size, size, result);
  const launch_counts counts = count([&] {
    parallel_for_each(
        product.extent.tile<tile_size, tile_size>(), [=
    ](tiled_index<tile_size, tile_size> t) restrict(amp) {
          const int row = t.local[0];
          const int column = t.local[1];
          int sum = 0;
          for (int k = 0; k < size; k += tile_size) {
            tile_static int a_square[tile_size][tile_size];
            tile_static int b_square[tile_size][tile_size];
            a_square[row][column] = a(t.global[0], k + column);
            b_square[row][column] = b(k + row, t.global[1]);
            t.barrier.wait();
            for (int i = 0; i < tile_size; ++i) {
              sum += a_square[row][i] * b_square[i][column];
            }
            t.barrier.wait();
          }
          product[t] = sum;
        });
  });
  EXPECT_EQ(counts.tiles, 16u);
  EXPECT_EQ(counts.threads_in_tile, 16u);
  expect_per_thread(counts.global_memory.reads_per_thread, 2 * size / tile_size,
                    2 * size / tile_size);
  EXPECT_EQ(counts.global_memory.reads, 256u * 2 * size / tile_size);
  expect_per_thread(counts.tile_static_memory.reads_per_thread, 2 * size, 2 * size);
  expect_per_thread(counts.tile_static_memory.writes_per_thread, 2 * size / tile_size,
                    2 * size / tile_size);
  expect_per_thread(counts.barriers, 2 * size / tile_size, 2 * size / tile_size);
  const line_counts of_a = line_of(counts, "a");
  EXPECT_EQ(of_a.distinct_elements, 256u);
  // Nothing is read twice in a tile: 4 rows of 16 elements in each of 16 tiles.
  EXPECT_EQ(of_a.distinct_in_tiles, 16u * tile_size * size);
  EXPECT_EQ(of_a.distinct_in_tiles, of_a.accesses.reads);
}

TEST(Counts, NeighboursThatReadNeighbouringElements) {
  std::vector<float> numbers(4096, 1);
  const array_view<float> y(4096, numbers);
  const launch_counts counts = count([&] {
    parallel_for_each(
        y.extent, [=](index<1> i) restrict(amp) { y[i] += 2; });
  });
  const line_counts line = line_of(counts, "y");
  EXPECT_EQ(line.accesses.reads, 4096u);
  EXPECT_EQ(line.accesses.writes, 4096u);
  EXPECT_EQ(line.transactions, 2u * 4096 / 32);
  EXPECT_EQ(line.distinct_elements, 4096u);
  EXPECT_EQ(line.idle_share, 0);
}

TEST(Counts, KeepNoAddressSpaceOfALargeView) {
  constexpr int large = 600001;  // not of whole pages
  std::vector<int> numbers(large);
  const array_view<int> y(large, numbers);
  const auto count_repeatedly = [&] {
    for (int run = 0; run < 20; ++run) {
      count([&] {
        parallel_for_each(
            extent<1>(64), [=](index<1> i) restrict(amp) { y[i] = 1; });
      });
    }
    return milliamp::tests::bytes_in_field("/proc/self/status", "VmSize:");
  };
  // A worker's thread that starts late adds its stack and its heap, but only once.
  std::size_t least_growth = SIZE_MAX;
  std::size_t before = count_repeatedly();
  for (int round = 0; round < 4; ++round) {
    const std::size_t after = count_repeatedly();
    least_growth = std::min(least_growth, after < before ? 0 : after - before);
    before = after;
  }
  EXPECT_LT(least_growth, 10u * 1024 * 1024);
}

TEST(Counts, NeighboursThatReadDistantElements) {
  std::vector<float> numbers(128 * 32, 1);
  const array_view<float> y(128 * 32, numbers);
  const launch_counts counts = count([&] {
    parallel_for_each(
        extent<1>(128), [=](index<1> i) restrict(amp) { y[i[0] * 32] = 2; });
  });
  EXPECT_EQ(line_of(counts, "y").transactions, 128u);
}

TEST(Counts, ThreadsThatDiffer) {
  const std::vector<int> from(100, 1);
  std::vector<int> to(100);
  const array_view<const int> in(100, from);
  const array_view<int> out(100, to);
  const launch_counts counts = count([&] {
    parallel_for_each(
        out.extent, [=](index<1> i) restrict(amp) {
          int sum = in[i];
          if (i[0] > 0) sum += in[i[0] - 1];
          if (i[0] < 99) sum += in[i[0] + 1];
          out[i] = sum;
        });
  });
  EXPECT_EQ(counts.global_memory.reads, 100u + 99 + 99);
  expect_per_thread(counts.global_memory.reads_per_thread, 2, 3);
}

TEST(Counts, ThreadsThatAreIdle) {
  std::vector<int> numbers(256, 1);
  const array_view<int> v(256, numbers);
  const launch_counts counts = count([&] {
    parallel_for_each(
        v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
          if (t.local[0] % 4 == 0) v[t] = 3;
        });
  });
  const line_counts line = line_of(counts, "v");
  EXPECT_EQ(line.accesses.writes, 64u);
  expect_per_thread(line.accesses.writes_per_thread, 0, 1);
  EXPECT_EQ(line.idle_share, 0.75);
}

TEST(Counts, BankConflicts) {
  const auto transpose = [](auto width) {
    return count([] {
      parallel_for_each(
          extent<2>(32, 32).tile<32, 32>(), [=](tiled_index<32, 32> t) restrict(amp) {
            tile_static float square[32][decltype(width)::value];
            square[t.local[1]][t.local[0]] = 1;
          });
    });
  };
  // 32 threads write a column: all in one bank.
  const line_counts conflicts = line_of(transpose(std::integral_constant<int, 32>()), "square");
  EXPECT_EQ(conflicts.bank_conflicts, 32u * 31);
  EXPECT_EQ(conflicts.distinct_elements, 1024u);
  EXPECT_EQ(line_of(transpose(std::integral_constant<int, 33>()), "square").bank_conflicts, 0u);
}

TEST(Counts, AtomicOperations) {
  std::vector<int> numbers(8);
  const array_view<int> bins(8, numbers);
  const launch_counts counts = count([&] {
    parallel_for_each(
        extent<1>(64), [=](index<1> i) restrict(amp) { atomic_fetch_add(&bins[i[0] % 8], 1); });
  });
  EXPECT_EQ(counts.global_memory.atomics, 64u);
  EXPECT_EQ(counts.global_memory.reads, 0u);
  expect_per_thread(counts.global_memory.atomics_per_thread, 1, 1);
  EXPECT_EQ(line_of(counts, "bins").distinct_elements, 8u);
}

TEST(Counts, ArraysThatAreCapturedByReference) {
  array<int> a(64);
  const launch_counts counts = count([&] {
    parallel_for_each(
        a.extent, [&](index<1> i) restrict(amp) { a[i] = a(63 - i[0]) * 0 + 1; });
  });
  EXPECT_EQ(counts.global_memory.writes, 64u);
  EXPECT_EQ(line_of(counts, "a").accesses.writes, 64u);
  for (const line_counts& l : counts.lines) EXPECT_EQ(l.variable, "a") << to_string(counts);
}

TEST(Counts, TreeReduction) {
  std::vector<int> numbers(256, 1);
  const array_view<int> v(256, numbers);
  const launch_counts counts = count([&] {
    parallel_for_each(
        v.extent.tile<64>(), [=](tiled_index<64> t) restrict(amp) {
          tile_static int sums[64];
          const int i = t.local[0];
          sums[i] = v[t];
          for (int stride = 32; stride > 0; stride /= 2) {
            t.barrier.wait();
            if (i < stride) {
              sums[i] += sums[i + stride];
            }
          }
          if (i == 0) v[t] = sums[0];
        });
  });
  expect_per_thread(counts.barriers, 6, 6);
  expect_per_thread(counts.global_memory.reads_per_thread, 1, 1);
  expect_per_thread(counts.global_memory.writes_per_thread, 0, 1);
  EXPECT_EQ(counts.tile_static_memory.writes, 4u * (64 + 63));
  EXPECT_EQ(counts.tile_static_memory.reads, 4u * (2 * 63 + 1));
}

struct particle {
  float x, y, z, mass;
};

TEST(Counts, MembersOfElements) {
  std::vector<particle> all(64);
  const array_view<particle> particles(64, all);
  const launch_counts counts = count([&] {
    parallel_for_each(
        particles.extent, [=](index<1> i) restrict(amp) { particles[i].mass = 1; });
  });
  const line_counts line = line_of(counts, "particles");
  EXPECT_EQ(line.accesses.writes, 64u);
  EXPECT_EQ(line.distinct_elements, 64u);
  EXPECT_EQ(line.transactions, 64u * 16 / 128);  // the rest of each block is read in vain
}

TEST(Counts, FencesAndCalledFunctions) {
  std::vector<int> numbers(4, 1);
  const array_view<int> v(4, numbers);
  const launch_counts counts = count([&] {
    parallel_for_each(
        v.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
          v[t] = 1;
          all_memory_fence(t.barrier);
        });
  });
  expect_per_thread(counts.fences, 1, 1);
  EXPECT_THAT(to_string(counts), testing::HasSubstr("barriers of a thread: 0, other fences: 1"));
}

TEST(Counts, LaunchesThatFailAreCountedOnce) {
  std::vector<int> numbers(4, 1);
  const array_view<int> v(4, numbers);
  const milliamp::count_scope scope;
  const milliamp::finding_scope findings;
  EXPECT_ANY_THROW(parallel_for_each(
      v.extent.tile<4>(), [=](tiled_index<4> t) restrict(amp) {
        v[t] = 2;
        if (t.local[0] == 0) t.barrier.wait();
      }));
  ASSERT_THAT(scope.launches(), SizeIs(1));
  EXPECT_EQ(scope.launches()[0].global_memory.writes, 4u);
}

TEST(Counts, ScopesCountOnlyTheirLaunches) {
  std::vector<int> numbers(4, 1);
  const array_view<int> v(4, numbers);
  const auto launch = [&] {
    parallel_for_each(
        v.extent, [=](index<1> i) restrict(amp) { v[i] = 1; });
  };
  launch();
  const milliamp::count_scope outer;
  launch();
  {
    const milliamp::count_scope inner;
    launch();
    EXPECT_THAT(inner.launches(), SizeIs(1));
  }
  launch();
  EXPECT_THAT(outer.launches(), SizeIs(3));
}

}  // namespace
