// Spec 5, in a checked program: indices out of bounds, reads of elements that nobody has written,
// and accesses of the host to arrays that it cannot access are found.
#include <milliamp/finding.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace {

using namespace concurrency;
using milliamp::finding;
using milliamp::finding_kind;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class Elements : public testing::Test {
 protected:
  /// What has been found since the last call.
  std::vector<finding> found() { return scope_.take(); }

  std::vector<int> numbers_ = std::vector<int>(8);

 private:
  milliamp::finding_scope scope_;
};

// Indices out of bounds.
TEST_F(Elements, OutOfBoundsOfAViewInAKernel) {
  const array_view<int, 2> view(2, 4, numbers_);
  const int line = __LINE__ + 2;
  parallel_for_each(
      extent<2>(1, 1), [=](index<2> i) restrict(amp) { view(i[0] + 1, i[1] + 4) = 7; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  const finding& f = findings[0];
  EXPECT_EQ(f.kind, finding_kind::out_of_bounds);
  EXPECT_THAT(f.summary, HasSubstr("index (1,4)"));
  EXPECT_THAT(f.summary, HasSubstr("extent (2,4)"));
  EXPECT_THAT(f.summary, HasSubstr("array_view<int, 2> view"));
  ASSERT_THAT(f.events, SizeIs(1));
  EXPECT_EQ(f.events[0].frames[0].line, line);
  ASSERT_THAT(f.events[0].threads, SizeIs(1));
  EXPECT_THAT(f.events[0].threads[0].global, ElementsAre(0, 0));
  view.synchronize();
  EXPECT_EQ(numbers_, std::vector<int>(8)) << "nothing else has been written in its place";
}

TEST_F(Elements, OutOfBoundsOfAnArrayInATile) {
  array<int> numbers(16);
  parallel_for_each(
      extent<1>(16).tile<8>(), [&](tiled_index<8> t) restrict(amp) {
        numbers[t.global[0] + 1] = t.local[0];
      });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("index (16)"));
  EXPECT_THAT(findings[0].summary, HasSubstr("array<int, 1> numbers"));
  EXPECT_THAT(findings[0].events[0].threads[0].local, ElementsAre(7));
}

TEST_F(Elements, OutOfBoundsOfNegativeIndices) {
  const array_view<int> view(numbers_);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i - 1] = 1; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("index (-1)"));
}

TEST_F(Elements, OutOfBoundsOfASectionAreItsOwn) {
  const array_view<int> view(numbers_);
  parallel_for_each(
      extent<1>(4), [=](index<1> i) restrict(amp) { view.section(0, 3)[i] = 1; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("extent (3)"));
}

TEST_F(Elements, OutOfBoundsOnTheHost) {
  const array_view<int> view(numbers_);
  const int line = __LINE__ + 1;
  view[8] = 1;
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("index (8)"));
  EXPECT_EQ(findings[0].events[0].frames[0].line, line);
  EXPECT_THAT(findings[0].events[0].threads, IsEmpty());
}

TEST_F(Elements, OutOfBoundsOfManyThreadsAreOneFinding) {
  const array_view<int> view(numbers_);
  parallel_for_each(
      extent<1>(1000), [=](index<1> i) restrict(amp) { view[i] = 1; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].count, 992u);
}

TEST_F(Elements, OutOfBoundsOfASliceNamesTheWhole) {
  const array_view<int, 2> view(2, 4, numbers_);
  parallel_for_each(
      view.extent, [=](index<2> i) restrict(amp) { view[i[0] + 1][i[1]] = 1; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::out_of_bounds);
  EXPECT_THAT(findings[0].summary, HasSubstr("index 2 "));
  EXPECT_THAT(findings[0].summary, HasSubstr("array_view<int, 2> view of extent (2,4)"));
  EXPECT_EQ(findings[0].count, 4u);
}

TEST_F(Elements, OutOfBoundsOfSectionsAndShapes) {
  const array_view<int> view(numbers_);
  parallel_for_each(
      extent<1>(1), [=](index<1> i) restrict(amp) {
        view.section(6, 3)[i] = 1;
        view.view_as(extent<2>(3, 3))(0, i[0]) = 1;
        view.section(6, 2)[i] = 1;
        view.view_as(extent<2>(2, 4))(0, i[0]) = 1;
      });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(2));
  EXPECT_THAT(findings[0].summary, HasSubstr("a section of origin (6) and extent (3)"));
  EXPECT_THAT(findings[1].summary, HasSubstr("a view_as of extent (3,3)"));
}

TEST_F(Elements, OutOfBoundsIsNothingWithin) {
  array<int, 3> box(2, 3, 4);
  const array_view<int, 2> view(2, 4, numbers_);
  parallel_for_each(
      box.extent, [&box, view ](index<3> i) restrict(amp) {
        box[i] = 1;
        box(i[0], i[1], i[2]) += 1;
        box[i[0]][i[1]][i[2]] += 1;
        if (i[1] == 0) view.section(index<2>(1, 1))(0, i[2] % 3);
      });
  EXPECT_THAT(found(), IsEmpty());
}

// Reads of elements that nobody has written.
TEST_F(Elements, UnwrittenAreFoundWhenRead) {
  const array<float, 2> source(4, 4);
  array<float, 2> target(4, 4);
  const int line = __LINE__ + 2;
  parallel_for_each(
      source.extent, [&](index<2> i) restrict(amp) { target[i] = source[i] * 2; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  const finding& f = findings[0];
  EXPECT_EQ(f.kind, finding_kind::uninitialized_read);
  EXPECT_EQ(f.variable, "array<float, 2> source");
  EXPECT_EQ(f.element, "source(0,0)");
  EXPECT_EQ(f.count, 16u);
  ASSERT_THAT(f.events, SizeIs(1));
  EXPECT_EQ(f.events[0].frames[0].line, line);
  EXPECT_THAT(f.events[0].threads[0].global, ElementsAre(0, 0));
}

TEST_F(Elements, UnwrittenAreFoundByAnAtomicOperationThatLeavesTheArray) {
  array<int> numbers(3);
  parallel_for_each(
      extent<1>(1), [&](index<1>) restrict(amp) {
        __atomic_fetch_add(reinterpret_cast<long*>(&numbers[2]), 1, __ATOMIC_RELAXED);
      });
  std::vector<finding_kind> kinds;
  for (const finding& f : found()) kinds.push_back(f.kind);
  EXPECT_THAT(kinds, Contains(finding_kind::uninitialized_read));
  EXPECT_THAT(kinds, Contains(finding_kind::out_of_bounds));
}

TEST_F(Elements, WrittenInPartAreFoundInTheRest) {
  array<int> numbers(100);
  parallel_for_each(
      extent<1>(99), [&](index<1> i) restrict(amp) { numbers[i] = 1; });
  EXPECT_THAT(found(), IsEmpty());
  parallel_for_each(
      numbers.extent, [&](index<1> i) restrict(amp) { numbers[i] += 1; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].element, "numbers(99)");
  EXPECT_EQ(findings[0].count, 1u);
  parallel_for_each(
      numbers.extent, [&](index<1> i) restrict(amp) { numbers[i] += 1; });
  EXPECT_THAT(found(), IsEmpty()) << "all are written now";
}

TEST_F(Elements, WrittenInPartOfManyPagesAreFoundInTheRest) {
  constexpr int count = 100'000;
  array<double> numbers(count);
  parallel_for_each(
      numbers.extent, [&](index<1> i) restrict(amp) {
        if (i[0] % 3 != 0) numbers[i] = 1;
      });
  EXPECT_THAT(found(), IsEmpty());
  parallel_for_each(
      numbers.extent, [&](index<1> i) restrict(amp) { numbers[i] += 1; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].element, "numbers(0)");
  EXPECT_EQ(findings[0].count, (count + 2) / 3);
  parallel_for_each(
      numbers.extent, [&](index<1> i) restrict(amp) { numbers[i] += 1; });
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(Elements, UnwrittenAreFoundBesideThoseThatTheTileHasWritten) {
  constexpr int tiles = 1000;
  array<int> numbers(tiles * 64);
  array<int> sums(tiles * 64);
  parallel_for_each(
      numbers.extent.tile<64>(), [&](tiled_index<64> t) restrict(amp) {
        if (t.local[0] != 63) numbers[t] = 1;
        t.barrier.wait();
        sums[t] = numbers[t.global[0] ^ 1];
      });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].element, "numbers(63)");
  EXPECT_EQ(findings[0].count, tiles);
}

TEST_F(Elements, UnwrittenAreFoundThroughViewsAndAtomics) {
  array<int> numbers(4);
  const array_view<int> view(numbers);
  const array_view<int> without_source(4);
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { atomic_fetch_add(&view[1], 1); });
  EXPECT_THAT(found(), SizeIs(1));
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { view[0] = without_source[3]; });
  EXPECT_THAT(found(), SizeIs(1));
}

TEST_F(Elements, DiscardedAreUnwritten) {
  const array_view<int> view(numbers_);
  view.discard_data();
  parallel_for_each(
      extent<1>(1), [=](index<1>) restrict(amp) { view[0] = view[1]; });
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].element, "view(1)");
}

TEST_F(Elements, FilledInAnyWayAreWritten) {
  const std::vector<int> ones(8, 1);
  const array<int> from_iterators(8, ones.begin());
  array<int> by_copy(8);
  copy(ones.begin(), by_copy);
  array<int> from_array(8);
  copy(by_copy, from_array);
  const array<int> by_construction(from_array);
  array<int> through_view(8);
  const array_view<int> view(through_view);
  for (int i = 0; i < 8; ++i) view[i] = i;
  array<int> by_kernel(8);
  parallel_for_each(
      by_kernel.extent, [&](index<1> i) restrict(amp) { by_kernel[i] = i[0]; });
  const array_view<int> result(numbers_);
  parallel_for_each(
      result.extent, [&, result ](index<1> i) restrict(amp) {
        result[i] = from_iterators[i] + by_copy[i] + from_array[i] + by_construction[i] +
                    through_view[i] + by_kernel[i];
      });
  EXPECT_THAT(found(), IsEmpty());
}

/// The element that the one finding of a kernel that reads all elements is about; empty when
/// nothing is found.
std::string unwritten_in(const array<int, 2>& numbers) {
  std::vector<int> sums(static_cast<std::size_t>(numbers.extent.size()));
  const array_view<int, 2> result(numbers.extent, sums);
  milliamp::finding_scope scope;
  parallel_for_each(
      numbers.extent, [&, result ](index<2> i) restrict(amp) { result[i] = numbers[i] + 1; });
  const std::vector<finding> findings = scope.take();
  if (findings.empty()) return "";
  EXPECT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::uninitialized_read);
  return findings[0].element + " of " + std::to_string(findings[0].count);
}

void write_rows(array<int, 2>& numbers, int count) {
  parallel_for_each(
      extent<2>(count, numbers.extent[1]), [&](index<2> i) restrict(amp) { numbers[i] = i[0]; });
}

TEST_F(Elements, CopiesOfUnwrittenAreUnwritten) {
  array<int, 2> source(4, 8);
  write_rows(source, 3);
  EXPECT_EQ(unwritten_in(source), "numbers(3,0) of 8");
  array<int, 2> copied(4, 8);
  copy(source, copied);
  EXPECT_EQ(unwritten_in(copied), "numbers(3,0) of 8");
  const array<int, 2> by_construction(source);
  EXPECT_EQ(unwritten_in(by_construction), "numbers(3,0) of 8");
  array<int, 2> over_written(4, 8, std::vector<int>(32).begin());
  EXPECT_EQ(unwritten_in(over_written), "");
  copy_async(source, over_written).get();
  EXPECT_EQ(unwritten_in(over_written), "numbers(3,0) of 8");
  write_rows(over_written, 4);
  EXPECT_EQ(unwritten_in(over_written), "");
}

TEST_F(Elements, CopiesByWayOfTheHostAreUnwritten) {
  array<int, 2> source(4, 8);
  write_rows(source, 3);
  std::vector<int> memory(32);
  const array_view<int, 2> view(4, 8, memory);
  copy(source, view);
  array<int, 2> copied(4, 8);
  copy(view, copied);
  EXPECT_EQ(unwritten_in(copied), "numbers(3,0) of 8");
  memory.assign(32, 5);
  copy(view, copied);
  EXPECT_EQ(unwritten_in(copied), "");

  view.discard_data();
  parallel_for_each(
      extent<1>(2), [=](index<1> i) restrict(amp) { view(i[0], 0) = 1; });
  copy(view, copied);
  EXPECT_EQ(unwritten_in(copied), "numbers(0,1) of 30");
}

TEST_F(Elements, PartsThatAreCopiedOverAreWritten) {
  array<int, 2> source(4, 8);
  write_rows(source, 4);
  array<int, 2> target(4, 8);
  copy(source.section(1, 2, 2, 4), target.section(0, 0, 2, 4));
  EXPECT_EQ(unwritten_in(target), "numbers(0,4) of 24");
  const std::vector<int> ones(16, 1);
  copy(ones.begin(), ones.end(), target.section(0, 4, 4, 4));
  EXPECT_EQ(unwritten_in(target), "numbers(2,0) of 8");
  array_view<int, 2> view(target);
  for (int i = 0; i < 3; ++i) view(2, i) = 1;
  EXPECT_EQ(unwritten_in(target), "numbers(2,3) of 5");
  view[3].data()[0] = 1;
  EXPECT_EQ(unwritten_in(target), "numbers(2,3) of 1");
}

TEST_F(Elements, DiscardedElementsOfArraysAreUnwritten) {
  array<int, 2> numbers(4, 8);
  write_rows(numbers, 4);
  array_view<int, 2>(numbers).section(2, 0, 1, 8).discard_data();
  EXPECT_EQ(unwritten_in(numbers), "numbers(2,0) of 8");
}

/// An object with a gap.
struct padded {
  int letter;
  double number;
};

TEST_F(Elements, WrittenMemberByMemberAreCopiedAsAWhole) {
  array<padded> source(4);
  array<padded> target(4);
  parallel_for_each(
      source.extent, [&](index<1> i) restrict(amp) {
        source[i].letter = 97;
        source[i].number = 1;
      });
  parallel_for_each(
      source.extent, [&](index<1> i) restrict(amp) { target[i] = source[i]; });
  EXPECT_THAT(found(), IsEmpty());
}

// Spec 5.1.4: "Accessing array data on a location where it is not resident (e.g. from the CPU when
// it is resident on a GPU) results in an exception".
TEST_F(Elements, OfArraysElsewhereCannotBeAccessedByTheHost) {
  array<int> on_ref(8);
  EXPECT_EQ(on_ref.cpu_access_type, access_type_none);
  EXPECT_THROW(on_ref[3] = 1, runtime_exception);
  EXPECT_THROW((void)std::as_const(on_ref)(3), runtime_exception);
  array<int> on_cpu(8, accelerator(accelerator::cpu_accelerator).default_view);
  EXPECT_NO_THROW(on_cpu[3] = 1);
  array<int> closed(8, accelerator(accelerator::direct3d_warp).default_view, access_type_none);
  EXPECT_THROW(closed[3] = 1, runtime_exception);
}

}  // namespace
