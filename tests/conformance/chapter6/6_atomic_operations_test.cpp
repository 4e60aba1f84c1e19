// Spec 6: atomic operations on int, unsigned int and float, wherever kernels have them.
#include <amp.h>
#include <amp_short_vectors.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace {

using namespace concurrency;

/// Has one thread of a kernel call operation(T* dest), with initial stored at dest, and returns
/// what is stored then and what the operation returned.
template <class T, class Operation>
std::pair<T, T> after(T initial, Operation operation) {
  array<T> memory(1, &initial), result(1);
  parallel_for_each(
      memory.extent, [ operation, &memory, &
                       result ](index<1> i) restrict(amp) { result[i] = operation(&memory[i]); });
  return {std::vector<T>(memory)[0], std::vector<T>(result)[0]};
}

template <class T>
class AtomicOfIntegers : public testing::Test {};
using Integers = testing::Types<int, unsigned int>;
TYPED_TEST_SUITE(AtomicOfIntegers, Integers);

// What each function stores and returns for a few operands.
#define EXPECT_ATOMIC(initial, call, stored)                                    \
  EXPECT_EQ((after<TypeParam>(                                                  \
                initial, [](TypeParam * dest) restrict(amp) { return call; })), \
            (std::pair<TypeParam, TypeParam>(stored, initial)))

TYPED_TEST(AtomicOfIntegers, Exchange) { EXPECT_ATOMIC(7, atomic_exchange(dest, TypeParam(3)), 3); }

TYPED_TEST(AtomicOfIntegers, FetchAdd) {
  EXPECT_ATOMIC(7, atomic_fetch_add(dest, TypeParam(5)), 12);
  EXPECT_ATOMIC(7, atomic_fetch_add(dest, TypeParam(-9)), TypeParam(-2));
}

TYPED_TEST(AtomicOfIntegers, FetchSub) {
  EXPECT_ATOMIC(7, atomic_fetch_sub(dest, TypeParam(5)), 2);
  EXPECT_ATOMIC(7, atomic_fetch_sub(dest, TypeParam(9)), TypeParam(-2));
}

TYPED_TEST(AtomicOfIntegers, FetchMaxAndMin) {
  EXPECT_ATOMIC(7, atomic_fetch_max(dest, TypeParam(9)), 9);
  EXPECT_ATOMIC(7, atomic_fetch_max(dest, TypeParam(5)), 7);
  EXPECT_ATOMIC(7, atomic_fetch_min(dest, TypeParam(9)), 7);
  EXPECT_ATOMIC(7, atomic_fetch_min(dest, TypeParam(5)), 5);
}

TEST(Atomic, FetchMaxAndMinKnowSigns) {
  using TypeParam = int;
  EXPECT_ATOMIC(7, atomic_fetch_max(dest, -1), 7);
  EXPECT_ATOMIC(7, atomic_fetch_min(dest, -1), -1);
}

TEST(Atomic, FetchMaxAndMinOfUnsignedKnowNoSigns) {
  using TypeParam = unsigned int;
  EXPECT_ATOMIC(7u, atomic_fetch_max(dest, 0xffffffffu), 0xffffffffu);
  EXPECT_ATOMIC(7u, atomic_fetch_min(dest, 0xffffffffu), 7u);
}

TYPED_TEST(AtomicOfIntegers, FetchAndOrXor) {
  EXPECT_ATOMIC(0b1100, atomic_fetch_and(dest, TypeParam(0b1010)), 0b1000);
  EXPECT_ATOMIC(0b1100, atomic_fetch_or(dest, TypeParam(0b1010)), 0b1110);
  EXPECT_ATOMIC(0b1100, atomic_fetch_xor(dest, TypeParam(0b1010)), 0b0110);
}

TYPED_TEST(AtomicOfIntegers, FetchIncAndDec) {
  EXPECT_ATOMIC(7, atomic_fetch_inc(dest), 8);
  EXPECT_ATOMIC(7, atomic_fetch_dec(dest), 6);
  EXPECT_ATOMIC(0, atomic_fetch_dec(dest), TypeParam(-1));
  EXPECT_ATOMIC(TypeParam(-1), atomic_fetch_inc(dest), 0);
}

TEST(Atomic, ExchangeOfFloat) {
  using TypeParam = float;
  EXPECT_ATOMIC(1.5f, atomic_exchange(dest, 2.25f), 2.25f);
}

TYPED_TEST(AtomicOfIntegers, CompareExchange) {
  const auto after_exchange = [](TypeParam initial, TypeParam expected) {
    TypeParam values[3] = {initial, expected, 2};
    array_view<TypeParam> view(3, values);
    parallel_for_each(
        extent<1>(1), [=](index<1>) restrict(amp) {
          TypeParam expected_val = view[1];
          view[2] = atomic_compare_exchange(&view[0], &expected_val, TypeParam(9));
          view[1] = expected_val;
        });
    view.synchronize();
    return std::vector<TypeParam>(values, values + 3);
  };
  EXPECT_EQ(after_exchange(7, 7), (std::vector<TypeParam>{9, 7, 1}));
  EXPECT_EQ(after_exchange(7, 8), (std::vector<TypeParam>{7, 7, 0}));
}

TYPED_TEST(AtomicOfIntegers, LoseNoUpdates) {
  constexpr int threads = 4096;
  std::vector<TypeParam> results(6);
  results[3] = ~TypeParam(0);
  array_view<TypeParam> view(results);
  parallel_for_each(
      extent<1>(threads), [=](index<1> i) restrict(amp) {
        const TypeParam number = static_cast<TypeParam>(i[0]);
        atomic_fetch_inc(&view[0]);
        atomic_fetch_add(&view[1], number);
        atomic_fetch_max(&view[2], number);
        atomic_fetch_and(&view[3], ~(TypeParam(1) << i[0] % 8));
        atomic_fetch_or(&view[4], TypeParam(1) << i[0] % 8);
        atomic_fetch_sub(&view[5], number);
      });
  view.synchronize();
  const TypeParam sum = static_cast<TypeParam>(threads) * (threads - 1) / 2;
  EXPECT_EQ(results, (std::vector<TypeParam>{threads, sum, threads - 1, ~TypeParam(0xff), 0xff,
                                             static_cast<TypeParam>(0 - sum)}));
}

// A sum by compare-exchange, which may fail any number of times.
TEST(Atomic, CompareExchangeLosesNoUpdates) {
  int sum = 0;
  array_view<int> view(1, &sum);
  parallel_for_each(
      extent<1>(1000), [=](index<1> i) restrict(amp) {
        int seen = 0;
        while (!atomic_compare_exchange(&view[0], &seen, seen + i[0])) {
        }
      });
  view.synchronize();
  EXPECT_EQ(sum, 999 * 1000 / 2);
}

TEST(Atomic, WorkOnTileStaticVariables) {
  constexpr int tile = 64;
  std::vector<int> sums(8);
  std::vector<float> last(8);
  array_view<int> sums_view(sums);
  array_view<float> last_view(last);
  parallel_for_each(
      extent<1>(8 * tile).tile<tile>(), [=](tiled_index<tile> t) restrict(amp) {
        tile_static int sum;
        tile_static unsigned int bits[2];
        tile_static float value;
        if (t.local[0] == 0) {
          sum = 0;
          bits[0] = bits[1] = 0;
          value = -1;
        }
        t.barrier.wait();
        atomic_fetch_add(&sum, t.global[0]);
        atomic_fetch_or(&bits[t.local[0] % 2], 1u << t.local[0] / 2);
        atomic_exchange(&value, static_cast<float>(t.tile[0]));
        t.barrier.wait();
        if (t.local[0] == 0) {
          sums_view[t.tile] = bits[0] == 0xffffffffu && bits[1] == 0xffffffffu ? sum : -1;
          last_view[t.tile] = value;
        }
      });
  sums_view.synchronize();
  last_view.synchronize();
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(sums[static_cast<std::size_t>(i)], tile * (i * tile) + tile * (tile - 1) / 2);
    EXPECT_EQ(last[static_cast<std::size_t>(i)], static_cast<float>(i));
  }
}

// Spec 10.8.3.2.
TEST(Atomic, WorkOnComponentsOfShortVectors) {
  array<graphics::int_2> histogram(1);
  const graphics::int_2 zero(0);
  copy(&zero, &zero + 1, histogram);
  parallel_for_each(
      extent<1>(100), [&histogram](index<1> i) restrict(amp) {
        atomic_fetch_inc(&histogram[0].ref_x());
        atomic_fetch_add(&histogram[0].ref_g(), i[0]);
      });
  EXPECT_EQ(std::vector<graphics::int_2>(histogram)[0], graphics::int_2(100, 4950));
}

}  // namespace
