// Spec 8.4, in a checked program: accesses of the host to memory that REF has newer values of, and
// writes that are lost.
#include "host_memory.h"

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace concurrency;
using milliamp::finding;
using milliamp::finding_kind;
using milliamp::tests::count_up;
using milliamp::tests::HostMemory;
using milliamp::tests::read;
using milliamp::tests::write;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// Host reads of stale elements.
TEST_F(HostMemory, StaleReadIsFound) {
  const array_view<int, 2> view(2, 4, numbers_);
  parallel_for_each(
      view.extent, [=](index<2> i) restrict(amp) { view[i] = 1; });

  const int line = __LINE__ + 1;
  (void)*static_cast<volatile int*>(&numbers_[6]);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  const finding& f = findings[0];
  EXPECT_EQ(f.kind, finding_kind::stale_host_read);
  EXPECT_THAT(f.summary, HasSubstr("reads element (1,2)"));
  EXPECT_THAT(f.summary, HasSubstr("extent (2,4)"));
  EXPECT_THAT(f.variable, HasSubstr("array_view<int, 2>"));
  EXPECT_EQ(f.element, "(1,2)");
  ASSERT_THAT(f.events, SizeIs(3));
  EXPECT_THAT(f.events[0].frames[0].file, HasSubstr("8.4_stale_access_findings_test.cpp"));
  EXPECT_EQ(f.events[0].frames[0].line, line);
  EXPECT_EQ(f.events[1].frames[0].line, line - 4);
  EXPECT_EQ(f.events[2].frames[0].line, line - 5);
}

TEST_F(HostMemory, StaleReadsOfViewsOfSeveralExtentsAreOneFinding) {
  for (int length = 3; length < 6; ++length) {
    const array_view<int> view(length, numbers_);
    parallel_for_each(
        view.extent, [=](index<1> i) restrict(amp) { view[i] = length; });
    (void)read(&numbers_[0]);
  }
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].count, 3u);
  EXPECT_EQ(findings[0].variable, "array_view<int, 1>");
  EXPECT_THAT(findings[0].summary, HasSubstr("extent (3)"));
}

TEST_F(HostMemory, ReadOfAnElementThatNoKernelChangedIsNoFinding) {
  const array_view<int> view(numbers_);
  parallel_for_each(
      extent<1>(4), [=](index<1> i) restrict(amp) { view[i] = 1; });
  (void)read(&numbers_[4]);
  EXPECT_THAT(found(), IsEmpty());
  (void)read(&numbers_[3]);
  EXPECT_THAT(found(), SizeIs(1));
}

TEST_F(HostMemory, WriteThatSynchronizationWouldUndoIsFound) {
  const array_view<int> view(numbers_);
  count_up(view);
  *static_cast<volatile int*>(&numbers_[2]) = 5;
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("writes element (2)"));
}

TEST_F(HostMemory, ReadAndWriteInOnePlaceAreOneFinding) {
  const array_view<int> view(numbers_);
  count_up(view);
  numbers_[2] += 5;
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].count, 2u);
  EXPECT_THAT(findings[0].notes, IsEmpty());
}

TEST_F(HostMemory, BlocksAreReadElementByElement) {
  const array_view<int> view(numbers_);
  count_up(view);
  const std::vector<int> copied(numbers_);
  ASSERT_THAT(found(), SizeIs(1));
  EXPECT_EQ(copied[7], 0);
}

TEST_F(HostMemory, GetRefDoesNotSynchronize) {
  const array_view<int> view(numbers_);
  count_up(view);
  EXPECT_EQ(view.get_ref(index<1>(7)), 0);
  EXPECT_THAT(found(), SizeIs(1));
  view.synchronize();
  EXPECT_EQ(view.get_ref(index<1>(7)), 8);
  EXPECT_THAT(found(), IsEmpty());
}

// Direct writes of the host that a launch does not see.

/// The sum of all elements, computed by a kernel.
int sum_in_kernel(const array_view<const int>& view) {
  int sum = 0;
  array_view<int> result(1, &sum);
  parallel_for_each(
      extent<1>(1), [=](index<1> i) restrict(amp) {
        for (int k = 0; k < view.extent[0]; ++k) result[i] += view[k];
      });
  return result[0];
}

TEST_F(HostMemory, WriteThatALaunchDoesNotSeeIsFound) {
  const array_view<const int, 2> view(2, 4, numbers_);
  const auto launch = [&] {
    parallel_for_each(
        view.extent, [=](index<2> i) restrict(amp) { (void)view[i]; });
  };
  launch();
  numbers_[6] = 5;
  EXPECT_THAT(found(), IsEmpty());
  launch();
  const int line = __LINE__ - 3;
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  const finding& f = findings[0];
  EXPECT_EQ(f.kind, finding_kind::lost_host_write);
  EXPECT_EQ(f.element, "(1,2)");
  EXPECT_THAT(f.variable, HasSubstr("array_view<const int, 2>"));
  ASSERT_THAT(f.events, SizeIs(3));
  EXPECT_EQ(f.events[0].frames[0].line, line);
  EXPECT_EQ(f.events[1].frames[0].line, line - 4);
  EXPECT_EQ(f.events[2].frames[0].line, line - 6);
  launch();
  EXPECT_THAT(found(), IsEmpty()) << "one launch for each write";
}

TEST_F(HostMemory, EachLineThatWritesWhatALaunchDoesNotSeeIsFound) {
  const array_view<const int> view(numbers_);
  EXPECT_EQ(sum_in_kernel(view), 0);
  std::fill(numbers_.begin(), numbers_.end(), 1);
  numbers_[0] = 2;
  numbers_[7] = 3;
  EXPECT_EQ(sum_in_kernel(view), 0);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(3));
  EXPECT_EQ(findings[0].element, "(0)");
  EXPECT_EQ(findings[1].element, "(1)");
  EXPECT_EQ(findings[2].element, "(7)");
}

/// Writes a number, in a function of its own for each Line.
template <std::size_t Line>
[[gnu::noinline]] void write_in_line(std::vector<int>& numbers, int value) {
  numbers[Line % numbers.size()] = value;
}
template <std::size_t... Line>
void write_in_lines(std::vector<int>& numbers, std::index_sequence<Line...>) {
  // Not a fold expression: compilers limit how deeply these nest.
  void (*const all[])(std::vector<int>&, int) = {&write_in_line<Line>...};
  for (const auto each : all) each(numbers, 0);
}

TEST_F(HostMemory, AWriteThatALaunchDoesNotSeeIsFoundAfterThoseOfManyLines) {
  const array_view<const int> view(numbers_);
  EXPECT_EQ(sum_in_kernel(view), 0);
  write_in_lines(numbers_, std::make_index_sequence<300>());  // writes the values that it holds
  write_in_line<301>(numbers_, 1);
  EXPECT_EQ(sum_in_kernel(view), 0);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_EQ(findings[0].kind, finding_kind::lost_host_write);
  EXPECT_EQ(findings[0].element, '(' + std::to_string(301 % numbers_.size()) + ')');
}

/// A file with the numbers 10, 11, … that is deleted in the end.
class file_of_numbers {
 public:
  file_of_numbers() {
    const int numbers[] = {10, 11, 12, 13, 14, 15, 16, 17};
    EXPECT_EQ(std::fwrite(numbers, sizeof(int), 8, get()), 8u);
    EXPECT_EQ(std::fflush(get()), 0);
  }
  std::FILE* get() const { return file_.get(); }
  std::string name() const { return "/proc/self/fd/" + std::to_string(fileno(get())); }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_{std::tmpfile(), &std::fclose};
};

TEST_F(HostMemory, ReadsAtTheEndOfAFileWriteNothing) {
  file_of_numbers file;
  const array_view<int> view(numbers_);
  parallel_for_each(
      view.extent, [=](index<1> i) restrict(amp) { view[i] = 20; });
  std::FILE* const end = file.get();
  EXPECT_EQ(std::fseek(end, 0, SEEK_END), 0);
  EXPECT_EQ(std::fread(numbers_.data(), sizeof(int), 8, end), 0u);
  EXPECT_EQ(::read(fileno(end), numbers_.data(), 8 * sizeof(int)), 0);
  EXPECT_EQ(::read(-1, numbers_.data(), 8 * sizeof(int)), -1);
  EXPECT_EQ(errno, EBADF);
  std::ifstream stream(file.name(), std::ios::binary);
  stream.seekg(0, std::ios::end);
  stream.read(reinterpret_cast<char*>(numbers_.data()), 8 * sizeof(int));
  EXPECT_TRUE(stream.eof());
  EXPECT_THAT(found(), IsEmpty());

  EXPECT_EQ(std::fseek(end, -8, SEEK_END), 0);
  EXPECT_EQ(std::fread(numbers_.data() + 4, sizeof(int), 4, end), 2u);
  const std::vector<finding> findings = found();
  ASSERT_THAT(findings, SizeIs(1));
  EXPECT_THAT(findings[0].summary, HasSubstr("writes element (4)"));
  view.synchronize();
  EXPECT_EQ(numbers_[4], 20);
}

TEST_F(HostMemory, WhatIsReadFromAFileAndALaunchDoesNotSeeIsFound) {
  file_of_numbers file;
  const std::function<void()> reads[] = {
      [&] {
        EXPECT_EQ(std::fseek(file.get(), 0, SEEK_SET), 0);
        EXPECT_EQ(std::fread(numbers_.data(), sizeof(int), 8, file.get()), 8u);
      },
      [&] {
        std::ifstream stream(file.name(), std::ios::binary);
        stream.read(reinterpret_cast<char*>(numbers_.data()), 8 * sizeof(int));
        EXPECT_TRUE(stream.good());
      },
      [&] {
        EXPECT_EQ(::lseek(fileno(file.get()), 0, SEEK_SET), 0);
        EXPECT_EQ(::read(fileno(file.get()), numbers_.data(), 8 * sizeof(int)), 32);
      }};
  for (const std::function<void()>& read_file : reads) {
    std::fill(numbers_.begin(), numbers_.end(), 0);
    const array_view<const int> view(numbers_);
    EXPECT_EQ(sum_in_kernel(view), 0);
    read_file();
    EXPECT_EQ(sum_in_kernel(view), 0);
    const std::vector<finding> findings = found();
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].kind, finding_kind::lost_host_write);
    EXPECT_EQ(findings[0].element, "(0)");
    view.refresh();
    EXPECT_EQ(sum_in_kernel(view), 108);
    read_file();  // the same values
    EXPECT_EQ(sum_in_kernel(view), 108);
    EXPECT_THAT(found(), IsEmpty());
  }
}

TEST_F(HostMemory, WhatIsWrittenToAFileBeforeSynchronizationIsFound) {
  const file_of_numbers file;
  const std::function<void()> writes[] = {
      [&] { EXPECT_EQ(std::fwrite(numbers_.data(), sizeof(int), 8, file.get()), 8u); },
      [&] {
        std::ofstream stream(file.name(), std::ios::binary);
        stream.write(reinterpret_cast<const char*>(numbers_.data()), 8 * sizeof(int));
      },
      [&] { EXPECT_EQ(::write(fileno(file.get()), numbers_.data(), 8 * sizeof(int)), 32); }};
  for (const std::function<void()>& write_file : writes) {
    std::fill(numbers_.begin(), numbers_.end(), 0);
    const array_view<int> view(numbers_);
    count_up(view);
    write_file();
    const std::vector<finding> findings = found();
    ASSERT_THAT(findings, SizeIs(1));
    EXPECT_EQ(findings[0].kind, finding_kind::stale_host_read);
    view.synchronize();
    write_file();
    EXPECT_THAT(found(), IsEmpty());
  }
}

TEST_F(HostMemory, WritesThatLaunchesSeeAreNoFindings) {
  write(&numbers_[0], 1);
  const array_view<int> view(numbers_);
  write(&numbers_[1], 10);
  EXPECT_EQ(sum_in_kernel(view), 11) << "no accelerator had a copy";
  view[2] = 100;
  EXPECT_EQ(sum_in_kernel(view), 111) << "written through the view";
  view.data()[3] = 1000;
  EXPECT_EQ(sum_in_kernel(view), 1111);
  write(&numbers_[4], 10000);
  view.refresh();
  EXPECT_EQ(sum_in_kernel(view), 11111);
  view.synchronize(access_type_read_write);
  write(&numbers_[5], 100000);
  EXPECT_EQ(sum_in_kernel(view), 111111);
  view.section(2, 3).synchronize(access_type_write);
  write(&numbers_[3], 2000);
  EXPECT_EQ(sum_in_kernel(view), 112111);
  write(&numbers_[0], 1);
  EXPECT_EQ(sum_in_kernel(view), 112111) << "the same value";
  EXPECT_EQ(sum_in_kernel(array_view<const int>(numbers_)), 112111) << "by another view";
  write(&numbers_[0], 2);
  EXPECT_EQ(sum_in_kernel(array_view<const int>(numbers_)), 112112) << "a view made afterwards";
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, WritesAfterALaunchThatIsRefusedAreNoFindings) {
  {
    const array_view<int> view(numbers_);
    EXPECT_THROW(parallel_for_each(
                     view.extent.tile<3>(), [=](tiled_index<3> t) restrict(amp) { view[t] = 7; }),
                 invalid_compute_domain);
    for (int& number : numbers_) write(&number, 9);
  }
  EXPECT_THAT(numbers_, testing::Each(9)) << "the view has no newer values";
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, WritesOfDiscardedValuesAreNoFindings) {
  const array_view<int> view(numbers_);
  count_up(view);
  view.synchronize();
  write(&numbers_[3], 50);
  view.discard_data();
  count_up(view);
  view.synchronize();
  view.discard_data();
  write(&numbers_[3], 50);
  count_up(view);
  EXPECT_EQ(view[3], 4);
  EXPECT_EQ(sum_in_kernel(view), 36);
  write(&numbers_[3], 50);
  view.section(2, 3).discard_data();
  EXPECT_EQ(sum_in_kernel(view), 36);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, WritesThatNoLaunchUsesAreNoFindings) {
  {
    const array_view<int> view(numbers_);
    count_up(view);
    view.synchronize();
    write(&numbers_[3], 50);
  }
  EXPECT_EQ(numbers_[3], 50);
  const array_view<int> view(numbers_);
  EXPECT_EQ(sum_in_kernel(view), 82);
  EXPECT_THAT(found(), IsEmpty());
}

TEST_F(HostMemory, WritesByLaunchesOnAnAcceleratorWithoutMemoryOfItsOwnAreNoFindings) {
  const array_view<int> view(numbers_);
  EXPECT_EQ(sum_in_kernel(view), 0);
  parallel_for_each(
      accelerator(accelerator::direct3d_warp).default_view,
      view.extent, [=](index<1> i) restrict(amp) { view[i] = 1; });
  EXPECT_EQ(sum_in_kernel(view), 8);
  EXPECT_THAT(found(), IsEmpty());
}

}  // namespace
