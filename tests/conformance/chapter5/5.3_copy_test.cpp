// Spec 5.3, 8.3: copy and copy_async.
#include <amp.h>
#include <gtest/gtest.h>

#include <deque>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <sstream>
#include <utility>
#include <vector>

namespace {

using namespace concurrency;

class CopyTest : public testing::Test {
 protected:
  static std::vector<int> counted() {
    std::vector<int> numbers(24);
    std::iota(numbers.begin(), numbers.end(), 0);
    return numbers;
  }
  std::vector<int> contents_of_target() const { return target; }

  std::vector<int> source = counted();
  std::vector<int> host = std::vector<int>(24);
  array_view<int, 2> source_view{4, 6, source};
  array_view<const int, 2> const_source_view{source_view};
  array_view<int, 2> host_view{4, 6, host};
  array<int, 2> source_array{4, 6, source.begin()};
  array<int, 2> target{4, 6, std::vector<int>(24).begin()};
};
using CopyBetweenContainers = CopyTest;
using CopyFromIterators = CopyTest;
using CopyToIterators = CopyTest;
using CopyAsync = CopyTest;

// 5.3.2
TEST_F(CopyBetweenContainers, ArrayToArray) {
  copy(source_array, target);
  EXPECT_EQ(contents_of_target(), source);
}

TEST_F(CopyBetweenContainers, ArrayToView) {
  copy(source_array, host_view);
  EXPECT_EQ(host, source);
}

TEST_F(CopyBetweenContainers, ViewToArray) {
  copy(source_view, target);
  EXPECT_EQ(contents_of_target(), source);
  copy(const_source_view, target);
  EXPECT_EQ(contents_of_target(), source);
}

TEST_F(CopyBetweenContainers, ViewToView) {
  copy(source_view, host_view);
  EXPECT_EQ(host, source);
  std::fill(host.begin(), host.end(), 0);
  host_view.refresh();
  copy(const_source_view, host_view);
  EXPECT_EQ(host, source);
}

TEST_F(CopyBetweenContainers, BetweenAllAccelerators) {
  for (const accelerator& from : accelerator::get_all()) {
    for (const accelerator& to : accelerator::get_all()) {
      const array<int, 2> a(4, 6, source.begin(), from.default_view);
      array<int, 2> b(4, 6, to.default_view);
      copy(a, b);
      EXPECT_EQ(std::vector<int>(b), source);
    }
  }
}

TEST_F(CopyBetweenContainers, Sections) {
  copy(source_array.section(0, 0, 2, 3), host_view.section(2, 3, 2, 3));
  EXPECT_EQ(host_view(2, 3), 0);
  EXPECT_EQ(host_view(3, 5), 8);
  EXPECT_EQ(host_view(0, 0), 0);
  copy(source_view[3], target[0]);
  EXPECT_EQ(contents_of_target()[5], 23);
  EXPECT_EQ(contents_of_target()[6], 0);
}

TEST_F(CopyBetweenContainers, InterleavedSectionsDoNotOverlap) {
  copy(source_view.section(0, 0, 4, 3), source_view.section(0, 3, 4, 3));
  EXPECT_EQ(source_view(3, 5), 20);
  EXPECT_EQ(source_view(0, 3), 0);
}

TEST_F(CopyBetweenContainers, RanksBeyondThree) {
  const int lengths[] = {2, 3, 2, 2};
  const extent<4> e(lengths);
  array<int, 4> a(e, source.begin());
  array_view<int, 4> view(e, host);
  copy(a, view);
  EXPECT_EQ(host, source);
}

TEST_F(CopyBetweenContainers, ExtentsMustMatch) {
  array<int, 2> other(6, 4);
  EXPECT_THROW(copy(source_array, other), runtime_exception);
  EXPECT_THROW(copy(source_view, other), runtime_exception);
  EXPECT_THROW(copy(const_source_view, other), runtime_exception);
  EXPECT_THROW(copy(source_array, host_view.section(0, 0, 2, 2)), runtime_exception);
  EXPECT_THROW(copy(source_view, host_view.section(0, 0, 2, 2)), runtime_exception);
  EXPECT_THROW(copy(const_source_view, host_view.section(0, 0, 2, 2)), runtime_exception);
}

TEST_F(CopyBetweenContainers, ArraysThatHaveBeenMovedFromAreRefused) {
  const array<int, 2> moved = std::move(target);
  EXPECT_THROW(copy(target, source_array), runtime_exception);
  EXPECT_THROW(copy(source_array, target), runtime_exception);
  EXPECT_THROW(copy(target, host.begin()), runtime_exception);
  EXPECT_THROW(copy(source.begin(), source.end(), target), runtime_exception);
  EXPECT_THROW(static_cast<void>(std::vector<int>(target)), runtime_exception);
  target = moved;
  EXPECT_EQ(contents_of_target(), std::vector<int>(24));
}

TEST_F(CopyBetweenContainers, OverlapIsRefused) {
  EXPECT_THROW(copy(source_view.section(0, 0, 3, 6), source_view.section(1, 0, 3, 6)),
               runtime_exception);
  EXPECT_THROW(copy(source_view.section(0, 0, 2, 4), source_view.section(1, 2, 2, 4)),
               runtime_exception);
  EXPECT_THROW(copy(source_array.section(0, 0, 3, 6), source_array.section(1, 0, 3, 6)),
               runtime_exception);
  EXPECT_NO_THROW(copy(source_array, target));
}

// 5.3.3
TEST_F(CopyFromIterators, RangeToArray) {
  copy(source.begin(), source.end(), target);
  EXPECT_EQ(contents_of_target(), source);
  const std::list<double> list(24, 2.0);
  copy(list.begin(), list.end(), target);
  EXPECT_EQ(contents_of_target(), std::vector<int>(24, 2));
}

TEST_F(CopyFromIterators, RangeToView) {
  copy(source.begin(), source.end(), host_view);
  EXPECT_EQ(host, source);
  const std::deque<int> deque(source.begin(), source.begin() + 6);
  copy(deque.begin(), deque.end(), host_view.section(1, 1, 2, 3));
  EXPECT_EQ(host_view(2, 3), 5);
  EXPECT_EQ(host_view(2, 4), 16);
  EXPECT_EQ(host_view(1, 1), 0);
}

TEST_F(CopyFromIterators, BeginToArrayAndView) {
  copy(source.begin(), target);
  EXPECT_EQ(contents_of_target(), source);
  copy(source.data(), host_view);
  EXPECT_EQ(host, source);
}

TEST_F(CopyFromIterators, InputIteratorsAreReadOnceAndNoFurther) {
  std::istringstream text("1 2 3 4 5 6 seven");
  std::istream_iterator<int> words(text);
  copy(words, host_view.section(0, 0, 2, 3));
  EXPECT_EQ(host_view(1, 2), 6);
  std::istringstream exact("10 20 30 40");
  copy(std::istream_iterator<int>(exact), std::istream_iterator<int>(),
       host_view.section(0, 0, 2, 2));
  EXPECT_EQ(host_view(1, 1), 40);
}

TEST_F(CopyFromIterators, SizesMustMatch) {
  EXPECT_THROW(copy(source.begin(), source.end() - 1, target), runtime_exception);
  EXPECT_THROW(copy(source.begin(), source.end(), host_view.section(0, 0, 2, 2)),
               runtime_exception);
  const std::list<int> list(23);
  EXPECT_THROW(copy(list.begin(), list.end(), target), runtime_exception);
  for (const char* text : {"1 2 3", "1 2 3 4 5", ""}) {
    std::istringstream stream(text);
    EXPECT_THROW(copy(std::istream_iterator<int>(stream), std::istream_iterator<int>(),
                      host_view.section(0, 0, 2, 2)),
                 runtime_exception)
        << text;
  }
}

// 5.3.4
TEST_F(CopyToIterators, FromArraysAndViews) {
  copy(source_array, host.begin());
  EXPECT_EQ(host, source);
  std::vector<int> appended;
  copy(source_view, std::back_inserter(appended));
  EXPECT_EQ(appended, source);
  std::list<double> list(24);
  copy(const_source_view, list.begin());
  EXPECT_EQ(list.back(), 23);
  int pointed[4];
  copy(source_view.section(1, 2, 2, 2), pointed);
  EXPECT_EQ(pointed[0], 8);
  EXPECT_EQ(pointed[3], 15);
}

TEST_F(CopyToIterators, AreNotConfusedWithTheStandardCopy) {
  using namespace std;  // NOLINT
  concurrency::array<int, 2> other(4, 6);
  copy(source.begin(), source.end(), other);
  copy(other, host.begin());
  copy(host.begin(), host.end(), source.begin());
  EXPECT_EQ(source.back(), 23);
}

// Asynchronous copies.
TEST_F(CopyAsync, BetweenContainers) {
  copy_async(source_array, target).get();
  EXPECT_EQ(contents_of_target(), source);
  copy_async(source_array, host_view).get();
  EXPECT_EQ(host, source);
  copy_async(source_view, target).get();
  copy_async(const_source_view, target).get();
  copy_async(source_view, host_view).get();
  copy_async(const_source_view, host_view).get();
  EXPECT_EQ(host, source);
}

TEST_F(CopyAsync, FromIterators) {
  copy_async(source.begin(), source.end(), target).get();
  EXPECT_EQ(contents_of_target(), source);
  copy_async(source.begin(), target).get();
  copy_async(source.begin(), source.end(), host_view).get();
  EXPECT_EQ(host, source);
  copy_async(source.begin(), host_view).get();
}

TEST_F(CopyAsync, ToIterators) {
  copy_async(source_array, host.begin()).get();
  EXPECT_EQ(host, source);
  std::fill(host.begin(), host.end(), 0);
  copy_async(const_source_view, host.begin()).get();
  EXPECT_EQ(host, source);
  copy_async(source_view, host.begin()).get();
}

TEST_F(CopyAsync, MismatchesThrow) {
  array<int, 2> other(6, 4);
  EXPECT_THROW(copy_async(source_array, other).get(), runtime_exception);
  EXPECT_THROW(copy_async(source.begin(), source.end() - 1, target).get(), runtime_exception);
  EXPECT_THROW(copy_async(source_view.section(0, 0, 3, 6), source_view.section(1, 0, 3, 6)).get(),
               runtime_exception);
  std::istringstream stream("1 2 3");
  EXPECT_THROW(copy_async(std::istream_iterator<int>(stream), std::istream_iterator<int>(),
                          host_view.section(0, 0, 2, 2))
                   .get(),
               runtime_exception);
}

TEST_F(CopyAsync, KeepsTheMemoryOfArrays) {
  completion_future copied;
  {
    const array<int, 2> temporary(source_array);
    copied = copy_async(temporary, host_view);
  }
  copied.get();
  EXPECT_EQ(host, source);
}

TEST_F(CopyAsync, ComesBeforeWhatIsSubmittedLater) {
  std::vector<int> result(24);
  for (int round = 0; round < 50; ++round) {
    copy_async(source.begin(), source.end(), target);
    parallel_for_each(
        target.extent, [&numbers = target](index<2> i) restrict(amp) { numbers[i] += 1; });
    copy_async(target, result.begin());
    target.accelerator_view.wait();
    ASSERT_EQ(result[23], 24);
  }
}

}  // namespace
