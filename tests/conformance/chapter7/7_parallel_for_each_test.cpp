// Spec 7: parallel_for_each.

// Programs add to the namespace, and to those in it, before and after the header.
namespace Concurrency {
constexpr int declared_before() { return 1; }
template <int N>
class index;
namespace graphics {}
}  // namespace Concurrency

#include <amp.h>
#include <amp_graphics.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <thread>
#include <vector>

namespace Concurrency {
constexpr int declared_after() { return 2; }
namespace graphics {
inline int width_of(const int_2& size) restrict(cpu, amp) { return size.x; }
}  // namespace graphics
}  // namespace Concurrency
static_assert(Concurrency::declared_before() + Concurrency::declared_after() == 3);
static_assert(concurrency::declared_before() + concurrency::declared_after() == 3);

// Templates can be specialized under either name.
namespace concurrency {
template <class T>
struct declared_template {
  static constexpr int value = 1;
};
}  // namespace concurrency
template <>
struct Concurrency::declared_template<int> {
  static constexpr int value = 2;
};
static_assert(Concurrency::declared_template<int>::value == 2);
static_assert(concurrency::declared_template<float>::value == 1);

namespace {

using namespace concurrency;

std::vector<int> counted(int count, int first = 0) {
  std::vector<int> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

/// Runs kernels that set result[i] to i's number in row-major order, and says whether all were set.
class Counter {
 public:
  explicit Counter(int count) : numbers_(static_cast<std::size_t>(count), -1), view_(numbers_) {}
  array_view<int> view() const { return view_; }
  bool is_complete() const {
    view_.synchronize();
    return numbers_ == counted(static_cast<int>(numbers_.size()));
  }

 private:
  std::vector<int> numbers_;
  array_view<int> view_;
};

TEST(ParallelForEach, UsesWhatProgramsAddToNamespaces) {
  EXPECT_EQ(graphics::width_of(graphics::int_2(3, 4)), 3);
}

TEST(ParallelForEach, TakesTheLengthsOfTilesAsTemplateArguments) {
  Counter one(8);
  const array_view<int> v1 = one.view();
  parallel_for_each<4>(
      extent<1>(8), [=](tiled_index<4> t) restrict(amp) { v1[t.global] = t.global[0]; });
  EXPECT_TRUE(one.is_complete());
  Counter two(16);
  const array_view<int> v2 = two.view();
  parallel_for_each<2, 2>(
      extent<2>(4, 4), [=](tiled_index<2, 2> t) restrict(amp) {
        v2[t.global[0] * 4 + t.global[1]] = t.global[0] * 4 + t.global[1];
      });
  EXPECT_TRUE(two.is_complete());
  parallel_for_each<2, 2>(
      accelerator().default_view, extent<2>(4, 4), [=](tiled_index<2, 2> t) restrict(amp) {
        v2[t.global[0] * 4 + t.global[1]] = t.global[0] * 4 + t.global[1];
      });
  EXPECT_TRUE(two.is_complete());
}

TEST(ParallelForEach, RunsOncePerIndexOfAnyRank) {
  Counter one(5000);
  const array_view<int> v1 = one.view();
  parallel_for_each(
      extent<1>(5000), [=](index<1> i) restrict(amp) { v1[i] += i[0] + 1; });
  EXPECT_TRUE(one.is_complete());

  Counter two(35);
  const array_view<int> v2 = two.view();
  parallel_for_each(
      extent<2>(5, 7), [=](index<2> i) restrict(amp) {
        v2[i[0] * 7 + i[1]] += i[0] * 7 + i[1] + 1;
      });
  EXPECT_TRUE(two.is_complete());

  Counter three(60);
  const array_view<int> v3 = three.view();
  parallel_for_each(
      extent<3>(3, 4, 5), [=](index<3> i) restrict(amp) {
        const int n = (i[0] * 4 + i[1]) * 5 + i[2];
        v3[n] += n + 1;
      });
  EXPECT_TRUE(three.is_complete());

  Counter five(32);
  const array_view<int> v5 = five.view();
  const int twos[] = {2, 2, 2, 2, 2};
  parallel_for_each(
      extent<5>(twos), [=](index<5> i) restrict(amp) {
        int n = 0;
        for (unsigned int d = 0; d < 5; ++d) n = n * 2 + i[d];
        v5[n] += n + 1;
      });
  EXPECT_TRUE(five.is_complete());
}

TEST(ParallelForEach, RunsOncePerIndexOfTiledDomains) {
  Counter one(4096);
  const array_view<int> v1 = one.view();
  parallel_for_each(
      extent<1>(4096).tile<1024>(), [=](tiled_index<1024> t) restrict(amp) {
        v1[t] += t.global[0] + 1;
      });
  EXPECT_TRUE(one.is_complete());

  Counter two(64);
  const array_view<int> v2 = two.view();
  parallel_for_each(
      tiled_extent<2, 4>(extent<2>(8, 8)), [=](tiled_index<2, 4> t) restrict(amp) {
        const int n = t.global[0] * 8 + t.global[1];
        v2[n] += n + 1;
      });
  EXPECT_TRUE(two.is_complete());

  Counter three(128);
  const array_view<int> v3 = three.view();
  parallel_for_each(
      extent<3>(64, 1, 2).tile<64, 1, 2>(), [=](tiled_index<64, 1, 2> t) restrict(amp) {
        const int n = t.global[0] * 2 + t.global[2];
        v3[n] += n + 1;
      });
  EXPECT_TRUE(three.is_complete());
}

TEST(ParallelForEach, RunsOnAnExplicitView) {
  accelerator_view views[] = {accelerator(accelerator::direct3d_warp).default_view,
                              accelerator(accelerator::direct3d_ref).default_view,
                              accelerator().create_view(queuing_mode_immediate),
                              accelerator::get_auto_selection_view()};
  for (const accelerator_view& place : views) {
    Counter counter(64);
    const array_view<int> view = counter.view();
    parallel_for_each(
        place, extent<1>(64), [=](index<1> i) restrict(amp) { view[i] += i[0] + 1; });
    EXPECT_TRUE(counter.is_complete());
    parallel_for_each(
        place,
        extent<1>(64).tile<8>(), [=](tiled_index<8> t) restrict(amp) { view[t] = t.global[0]; });
    parallel_for_each(
        place, extent<2>(8, 8).tile<8, 2>(), [=](tiled_index<8, 2> t) restrict(amp) {
          view[t.global[0] * 8 + t.global[1]] = t.global[0] * 8 + t.global[1];
        });
    parallel_for_each(
        place, extent<3>(4, 4, 4).tile<2, 2, 2>(), [=](tiled_index<2, 2, 2> t) restrict(amp) {
          const int n = (t.global[0] * 4 + t.global[1]) * 4 + t.global[2];
          view[n] = n;
        });
    EXPECT_TRUE(counter.is_complete());
  }
}

TEST(ParallelForEach, IsSynchronous) {
  Counter counter(100);
  const array_view<int> view = counter.view();
  for (int round = 0; round < 100; ++round) {
    parallel_for_each(
        view.extent, [=](index<1> i) restrict(amp) {
          if (round == 0) view[i] = 0;
          view[i] += round == 99 ? i[0] - 98 : 1;
        });
  }
  view.synchronize();
  EXPECT_EQ(view[0], 1);
  EXPECT_EQ(view[99], 100);
}

// Which accelerator_view is used.
TEST(ParallelForEachPlace, IsThatOfTheCapturedArrays) {
  accelerator_view other = accelerator().create_view();
  array<int> a(16, other);
  const array<int, 2> constant(4, 4, counted(16).begin(), other);
  parallel_for_each(
      a.extent,
      [&a, &constant ](index<1> i) restrict(amp) { a[i] = constant(i[0] / 4, i[0] % 4); });
  EXPECT_EQ(std::vector<int>(a), counted(16));
  parallel_for_each(
      other, a.extent, [&](index<1> i) restrict(amp) { a[i] += 1; });
  EXPECT_EQ(std::vector<int>(a), counted(16, 1));
}

TEST(ParallelForEachPlace, ArraysAtDifferentPlacesThrow) {
  array<int> a(16, accelerator(accelerator::direct3d_warp).default_view);
  array<int> b(16, accelerator(accelerator::direct3d_ref).default_view);
  EXPECT_THROW(parallel_for_each(
                   a.extent, [&](index<1> i) restrict(amp) { a[i] = b[i]; }),
               runtime_exception);
  EXPECT_THROW(parallel_for_each(
                   b.accelerator_view, a.extent, [&](index<1> i) restrict(amp) { a[i] = 1; }),
               runtime_exception);
}

/// Leaves an address in the memory that the next call has for its variables.
__attribute__((noinline)) void leave_on_stack(const void* address) {
  const void* volatile words[256];
  for (const void* volatile& word : words) word = address;
}

/// Doubles numbers on a view. Its kernel lies where leave_on_stack() has been.
__attribute__((noinline)) void double_on(const accelerator_view& place, const array<int>& in,
                                         array<int>& out) {
  const array_view<const int> numbers(in);
  const array_view<int> doubled(out);
  parallel_for_each(
      place, out.extent, [=](index<1> i) restrict(amp) { doubled[i] = 2 * numbers[i]; });
}

TEST(ParallelForEachPlace, ArraysThatTheKernelDoesNotReferToDoNotCount) {
  const accelerator_view warp = accelerator(accelerator::direct3d_warp).default_view;
  const accelerator_view ref = accelerator(accelerator::direct3d_ref).default_view;
  const std::vector<int> numbers = counted(10);
  const array<int> in(10, numbers.begin(), warp);
  array<int> out(10, warp);
  const array<int> elsewhere(10, ref);
  leave_on_stack(&elsewhere);
  EXPECT_NO_THROW(double_on(warp, in, out));
  const std::vector<int> doubled = out;
  EXPECT_EQ(doubled[9], 18);
}

TEST(ParallelForEachPlace, TheCpuCannotRunKernels) {
  const accelerator_view cpu = accelerator(accelerator::cpu_accelerator).default_view;
  Counter counter(4);
  const array_view<int> view = counter.view();
  EXPECT_THROW(parallel_for_each(
                   cpu, view.extent, [=](index<1> i) restrict(amp) { view[i] = 0; }),
               unsupported_feature);
  EXPECT_THROW(
      parallel_for_each(
          cpu, view.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) { view[t] = 0; }),
      unsupported_feature);
  array<int> on_cpu(4, cpu);
  EXPECT_THROW(parallel_for_each(
                   view.extent, [ =, &on_cpu ](index<1> i) restrict(amp) { view[i] = on_cpu[i]; }),
               runtime_exception);
}

TEST(ParallelForEachPlace, ViewsOfArraysCanBeUsedAnywhere) {
  array<int> a(16, counted(16).begin(), accelerator(accelerator::direct3d_ref).default_view);
  const array_view<int> view(a);
  parallel_for_each(
      accelerator(accelerator::direct3d_warp).default_view,
      view.extent, [=](index<1> i) restrict(amp) { view[i] += 1; });
  EXPECT_EQ(std::vector<int>(a), counted(16, 1));
}

// Kernels.
struct kernel_object {
  array_view<int> view;
  int first;
  void operator()(index<1> i) const restrict(amp) { view[i] = first + i[0]; }
};

struct overloaded_kernel {
  array_view<int> view;
  void operator()(index<1> i) restrict(amp) { view[i] = -1; }
  void operator()(index<1> i) const restrict(amp) { view[i] = i[0]; }
  void operator()(index<2>) const restrict(amp) {}
};

class kernel_of_arrays {
 public:
  kernel_of_arrays(const array<int>& source, array<int>& target)
      : source_(source), target_(target) {}
  void operator()(tiled_index<4> t) const restrict(amp) { target_[t] = source_[t] * factor_; }

 private:
  const array<int>& source_;
  array<int>& target_;
  int factor_ = 2;
};

template <class T>
struct kernel_template {
  array_view<T> view;
  template <class Index>
  void operator()(const Index& i) const restrict(amp) {
    view[i] = static_cast<T>(i[0]);
  }
};

void through_function_pointer_free_helper(array_view<int> view, index<1> i) restrict(amp) {
  view[i] = i[0];
}

TEST(ParallelForEachKernels, AreFunctionObjects) {
  Counter counter(16);
  const array_view<int> view = counter.view();
  parallel_for_each(view.extent, kernel_object{view, 0});
  EXPECT_TRUE(counter.is_complete());
  view[0] = 5;
  const kernel_object named{view, 0};
  parallel_for_each(view.extent, named);
  EXPECT_TRUE(counter.is_complete());
  view[0] = 5;
  parallel_for_each(view.extent, overloaded_kernel{view});
  EXPECT_TRUE(counter.is_complete());
  view[0] = 5;
  parallel_for_each(view.extent, kernel_template<int>{view});
  EXPECT_TRUE(counter.is_complete());
  array<int> a(16, counted(16).begin());
  array<int> b(16);
  parallel_for_each(a.extent.tile<4>(), kernel_of_arrays(a, b));
  EXPECT_EQ(std::vector<int>(b)[15], 30);
}

TEST(ParallelForEachKernels, TakeTheIndexInAnyWayThatCompiles) {
  Counter counter(16);
  const array_view<int> view = counter.view();
  const auto expect_complete = [&] {
    EXPECT_TRUE(counter.is_complete());
    view[3] = -1;
  };
  parallel_for_each(
      view.extent, [=](const index<1>& i) restrict(amp) { view[i] = i[0]; });
  expect_complete();
  parallel_for_each(
      view.extent, [=](index<1> & i) restrict(amp) { view[i] = i[0]; });
  expect_complete();
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        view[i] = i[0];
        i += 1;
      });
  expect_complete();
  parallel_for_each(
      view.extent, [=](auto i) restrict(amp) { view[i] = i[0]; });
  expect_complete();
  parallel_for_each(
      view.extent.tile<4>(), [=](index<1> i) restrict(amp) { view[i] = i[0]; });
  expect_complete();
  parallel_for_each(
      view.extent.tile<4>(), [=](const tiled_index<4>& t) restrict(amp) { view[t] = t.global[0]; });
  expect_complete();
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        through_function_pointer_free_helper(view, i);
      });
  expect_complete();
}

TEST(ParallelForEachKernels, ReturnValuesAreIgnored) {
  Counter counter(16);
  const array_view<int> view = counter.view();
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { return view[i] = i[0]; });
  EXPECT_TRUE(counter.is_complete());
}

TEST(ParallelForEachKernels, CaptureValuesOfManyKinds) {
  struct parameters {
    int offset;
    float scale[3];
  };
  Counter counter(16);
  const array_view<int> view = counter.view();
  const parameters p{0, {1, 2, 0.5f}};
  const int table[4] = {0, 0, 0, 0};
  const index<1> shift(0);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) {
        view[i + shift] =
            static_cast<int>(static_cast<float>(i[0]) * p.scale[0] * p.scale[1] * p.scale[2]) +
            p.offset + table[i[0] % 4];
      });
  EXPECT_TRUE(counter.is_complete());
}

TEST(ParallelForEachKernels, MaySectionAndProjectViews) {
  std::vector<int> numbers(24);
  array_view<int, 2> view(4, 6, numbers);
  array<int, 2> a(4, 6);
  parallel_for_each(
      view.extent, [ =, &a ](index<2> i) restrict(amp) {
        array_view<int, 1> row = view[i[0]];
        array_view<int, 2> rest = a.section(i);
        row[i[1]] = 1;
        rest(0, 0) = view.section(i)(0, 0) + a[i[0]].extent[0];
      });
  EXPECT_EQ(std::vector<int>(a), std::vector<int>(24, 7));
}

// 7.2, and the limits on domains.
TEST(ParallelForEachErrors, InvalidExtents) {
  const auto untiled = [](index<1>) restrict(amp){};
  EXPECT_THROW(parallel_for_each(extent<1>(0), untiled), invalid_compute_domain);
  EXPECT_THROW(parallel_for_each(extent<1>(-1), untiled), invalid_compute_domain);
  EXPECT_THROW(parallel_for_each(extent<2>(4, 0), [](index<2>) restrict(amp){}),
               invalid_compute_domain);
  EXPECT_THROW(parallel_for_each(extent<2>(0x7fffffff, 0x7fffffff), [](index<2>) restrict(amp){}),
               invalid_compute_domain);
  EXPECT_THROW(parallel_for_each(extent<1>(0).tile<4>(), [](tiled_index<4>) restrict(amp){}),
               invalid_compute_domain);
}

TEST(ParallelForEachErrors, ExtentsThatAreNotDivisible) {
  EXPECT_THROW(parallel_for_each(extent<1>(10).tile<4>(), [](tiled_index<4>) restrict(amp){}),
               invalid_compute_domain);
  EXPECT_THROW(
      parallel_for_each(extent<2>(8, 7).tile<4, 2>(), [](tiled_index<4, 2>) restrict(amp){}),
      invalid_compute_domain);
  EXPECT_THROW(parallel_for_each(extent<3>(8, 8, 9).tile<2, 2, 2>(),
                                 [](tiled_index<2, 2, 2>) restrict(amp){}),
               invalid_compute_domain);
}

TEST(ParallelForEachLimits, SixtyFiveThousandTilesPerDimension) {
  std::vector<int> count(1);
  const int tiles = 65535;
  std::vector<int> seen(static_cast<std::size_t>(tiles));
  array_view<int> view(seen);
  parallel_for_each(
      extent<1>(tiles).tile<1>(), [=](tiled_index<1> t) restrict(amp) { view[t.tile] = 1; });
  view.synchronize();
  EXPECT_EQ(std::accumulate(seen.begin(), seen.end(), 0), tiles);
}

TEST(ParallelForEachHosts, ManyThreadsLaunchAtOnce) {
  std::vector<std::thread> hosts;
  std::vector<int> results(8);
  for (std::size_t h = 0; h < results.size(); ++h) {
    hosts.emplace_back([&results, h] {
      array<int> a(100);
      for (int round = 0; round < 50; ++round) {
        parallel_for_each(
            a.extent, [&a, round ](index<1> i) restrict(amp) {
              if (round == 0) a[i] = 0;
              a[i] += 1;
            });
      }
      results[h] = std::vector<int>(a)[99];
    });
  }
  for (std::thread& host : hosts) host.join();
  EXPECT_EQ(results, std::vector<int>(8, 50));
}

}  // namespace
