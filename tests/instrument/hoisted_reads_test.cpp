// The callback before a loop announces the reads of the loop: no more and no fewer. When it refuses
// them, each read has a callback of its own.

#include "callbacks.h"
#include "loops.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace milliamp::test {

namespace {

struct level {
  std::string name;
  loop_functions loops;

  friend void PrintTo(const level& printed, std::ostream* stream) { *stream << printed.name; }
};

class HoistedReads : public testing::TestWithParam<level> {
 protected:
  HoistedReads() {
    for (int i = 0; i < side * side; ++i) values_[i / side][i % side] = static_cast<float>(i - 40);
  }
  void TearDown() override { accepts_loops = false; }

  loop_data data(int row, int column, int count) {
    return {&values_, particles_, written_, row, column, count, [] {}};
  }
  const loop_functions& code() const { return GetParam().loops; }
  static bool is_optimized() { return GetParam().name != "O0"; }

  /// The accesses of a kernel to the test's own data, and to what replaces elements out of bounds,
  /// as a multiset.
  std::vector<access> accesses_of(loop_functions::kernel kernel, const loop_data& data,
                                  bool accepts) {
    forget_callbacks();
    accepts_loops = accepts;
    result_ = kernel(data);
    std::vector<access> own;
    std::copy_if(accesses.begin(), accesses.end(), std::back_inserter(own),
                 [this](const access& a) {
                   return is_in(a, values_) || is_in(a, particles_) || is_in(a, written_) ||
                          is_in(a, scratch);
                 });
    return own;
  }

  /// Runs a kernel twice: the callback before a loop refuses the reads, or accepts them.
  void expect(loop_functions::kernel kernel, const loop_data& data, bool is_hoisted,
              const std::vector<access>& expected) {
    EXPECT_THAT(accesses_of(kernel, data, false), testing::UnorderedElementsAreArray(expected));
    const double result = result_;
    EXPECT_EQ(loops > 0, is_hoisted && is_optimized());
    EXPECT_THAT(accesses_of(kernel, data, true), testing::UnorderedElementsAreArray(expected));
    EXPECT_EQ(result_, result);
  }

  std::vector<access> row_reads(int row, int count) const {
    std::vector<access> reads;
    for (int k = 0; k < count; ++k) reads.push_back(read_of(&values_[row][k], sizeof(float)));
    return reads;
  }

  square values_;
  particle particles_[side] = {};
  float written_[side] = {};

 private:
  template <class T>
  static bool is_in(const access& a, const T& whole) {
    const auto* const begin = reinterpret_cast<const std::byte*>(&whole);
    return a.address >= begin && a.address < begin + sizeof whole;
  }

  double result_ = 0;
};

TEST_P(HoistedReads, OfARow) {
  for (const int count : {1, 2, side}) {
    expect(code().row, data(3, 0, count), true, row_reads(3, count));
  }
}

TEST_P(HoistedReads, OfAColumn) {
  std::vector<access> reads;
  for (int k = 0; k < side; ++k) reads.push_back(read_of(&values_[k][5], sizeof(float)));
  expect(code().column, data(0, 5, side), true, reads);
}

TEST_P(HoistedReads, FromTheLastToTheFirst) {
  expect(code().backward, data(2, 0, side), true, row_reads(2, side));
}

TEST_P(HoistedReads, OfMembersOfSeveralSizes) {
  std::vector<access> reads;
  for (const particle& p : particles_) {
    reads.push_back(read_of(&p.mass, sizeof(float)));
    reads.push_back(read_of(&p.position, sizeof(double)));
  }
  expect(code().members, data(0, 0, side), true, reads);
}

TEST_P(HoistedReads, OfALoopThatWrites) {
  std::vector<access> both = row_reads(1, side);
  for (float& element : written_) both.push_back(write_of(&element, sizeof(float)));
  expect(code().copy, data(1, 0, side), true, both);
}

TEST_P(HoistedReads, OfAConditionAndNotOfWhatItDecides) {
  std::vector<access> reads = row_reads(2, side);
  for (int k = 0; k < side; ++k) {
    if (values_[2][k] > 0) reads.push_back(read_of(&values_[k][7], sizeof(float)));
  }
  ASSERT_THAT(reads.size(), testing::AllOf(testing::Gt(side), testing::Lt(2 * side)));
  forget_callbacks();
  EXPECT_THAT(accesses_of(code().condition, data(2, 7, side), false),
              testing::UnorderedElementsAreArray(reads));
  EXPECT_THAT(accesses_of(code().condition, data(2, 7, side), true),
              testing::UnorderedElementsAreArray(reads));
}

TEST_P(HoistedReads, NoneOfALoopWithoutIterations) { expect(code().row, data(3, 0, 0), false, {}); }

TEST_P(HoistedReads, NoneBeforeTheLoopMayEnd) {
  values_[4][9] = 0;
  expect(code().exit, data(4, 0, side), false, row_reads(4, 10));
}

TEST_P(HoistedReads, NonePastACall) {
  expect(code().calls, data(6, 0, side), false, row_reads(6, side));
}

/// The program continues after a report, and the next access is taken for the faulty one.
TEST_P(HoistedReads, NonePastAnIndexOutOfBounds) {
  const std::vector<access> accepted = accesses_of(code().row, data(3, 0, side + 2), true);
  const std::vector<access> refused = accesses_of(code().row, data(3, 0, side + 2), false);
  EXPECT_EQ(accepted, refused);
  const std::vector<access> column = accesses_of(code().column, data(0, side, side - 1), true);
  EXPECT_EQ(column, accesses_of(code().column, data(0, side, side - 1), false));
  EXPECT_EQ(column.size(), side - 1u);
}

INSTANTIATE_TEST_SUITE_P(, HoistedReads,
                         testing::Values(level{"O0", loops_at_O0()}, level{"O1", loops_at_O1()},
                                         level{"O2", loops_at_O2()}, level{"O3", loops_at_O3()}),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace

}  // namespace milliamp::test
