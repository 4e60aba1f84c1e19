// Findings on the memory of views against a reference model: program after generated program,
// operation by operation.
#include "reliability/view_model.h"
#include "reliability/view_program.h"

#include <milliamp/finding.h>

#include <amp.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace {

using namespace concurrency;
using namespace reliability;

/// Performs the operations of a program on a vector and a view of it.
class interpreter {
 public:
  view_outcome perform(const view_operation& operation) {
    milliamp::finding_scope scope;
    view_outcome outcome{run(operation), {}};
    for (const milliamp::finding& f : scope.findings()) outcome.findings.insert(short_form(f));
    return outcome;
  }

  /// The host's memory.
  const std::vector<int>& host() const { return data_; }

 private:
  using values = std::vector<int>;

  values run(const view_operation& operation) {
    const array_view<int> part = view_.section(operation.begin, operation.length);
    const int at = operation.element;
    switch (operation.what) {
      case view_action::host_read:
        return {read(operation.begin + at)};
      case view_action::host_write:
        return write(operation.begin + at, operation.value);
      case view_action::view_read:
        return {array_view<const int>(part)[at]};
      case view_action::view_write:
        part[at] = operation.value;
        return {};
      case view_action::plain_read:
        return read_by_kernel(part, at, accelerator::direct3d_warp);
      case view_action::plain_write:
        return write_by_kernel(part, at, operation.value, accelerator::direct3d_warp);
      case view_action::kernel_read:
      case view_action::outside_read:
        return read_by_kernel(part, at, accelerator::direct3d_ref);
      case view_action::kernel_write:
      case view_action::outside_write:
        return write_by_kernel(part, at, operation.value, accelerator::direct3d_ref);
      case view_action::stray_read:
        return read_by_pointer(part, at);
      case view_action::stray_write:
        return write_by_pointer(part, at, operation.value);
      case view_action::copy_out:
        return copy_out(part);
      case view_action::copy_in:
        return copy_in(part, operation.value);
      case view_action::replace:
        return replace(part, operation.value);
      case view_action::synchronize:
        part.synchronize();
        return {};
      case view_action::refresh:
        part.refresh();
        return {};
    }
    return {};
  }

  /// The compiler cannot know the value.
  int read(int at) { return *static_cast<const volatile int*>(&data_[at]); }

  values write(int at, int value) {
    data_[at] = value;
    return {};
  }

  static values read_by_kernel(const array_view<const int>& part, int at, const wchar_t* where) {
    const accelerator device(where);
    array<int> result(1, device.default_view);
    parallel_for_each(
        device.default_view, extent<1>(1),
        [ =, &result ](index<1> i) restrict(amp) { result[i] = part[at]; });
    return {values(result)[0]};
  }

  static values write_by_kernel(const array_view<int>& part, int at, int value,
                                const wchar_t* where) {
    parallel_for_each(
        accelerator(where).default_view,
        extent<1>(1), [=](index<1>) restrict(amp) { part[at] = value; });
    return {};
  }

  static values read_by_pointer(const array_view<const int>& part, int at) {
    array<int> result(1);
    parallel_for_each(
        extent<1>(1), [ =, &result ](index<1> i) restrict(amp) {
          const int* const first = &part[0];
          result[i] = first[at];
        });
    return {values(result)[0]};
  }

  static values write_by_pointer(const array_view<int>& part, int at, int value) {
    parallel_for_each(
        extent<1>(1), [=](index<1>) restrict(amp) {
          int* const first = &part[0];
          first[at] = value;
        });
    return {};
  }

  static values copy_out(const array_view<const int>& part) {
    values copied(part.extent.size());
    copy(part, copied.begin());
    return copied;
  }

  static values copy_in(const array_view<int>& part, int value) {
    values from(part.extent.size());
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = value + static_cast<int>(i);
    copy(from.begin(), from.end(), part);
    return {};
  }

  static values replace(const array_view<int>& part, int value) {
    part.discard_data();
    parallel_for_each(
        part.extent, [=](index<1> i) restrict(amp) { part[i] = value; });
    return {};
  }

  /// The kind and the element of a finding: the first number in parentheses or brackets.
  static std::string short_form(const milliamp::finding& f) {
    std::smatch element;
    const std::string text = f.summary;
    const bool has_element = std::regex_search(text, element, std::regex("[(\\[](\\d+)[)\\]]"));
    return std::string(to_string(f.kind)) + ' ' + (has_element ? element[1].str() : text);
  }

  std::vector<int> data_ = std::vector<int>(view_length);
  array_view<int> view_{view_length, data_};
};

std::string to_string(const view_outcome& outcome) {
  std::string text = "values";
  for (const int value : outcome.read) text += ' ' + std::to_string(value);
  for (const std::string& f : outcome.findings) text += ", " + f;
  return text;
}

constexpr std::uint64_t programs = 4'000;
/// The programs are split over so many tests, which can run in parallel.
constexpr std::uint64_t parts = 4;

class ViewsAndModel : public testing::TestWithParam<std::uint64_t> {};

TEST_P(ViewsAndModel, FindTheSame) {
  std::uint64_t with_findings = 0;
  for (std::uint64_t seed = GetParam(); seed < programs; seed += parts) {
    const view_program program = generate_view_program(seed);
    view_model model;
    interpreter run;
    bool has_findings = false;
    for (std::size_t i = 0; i < program.size(); ++i) {
      const view_outcome expected = model.perform(program[i]);
      const view_outcome actual = run.perform(program[i]);
      ASSERT_EQ(to_string(actual), to_string(expected))
          << "operation " << i + 1 << " of the program with seed " << seed << ":\n"
          << to_string(program);
      has_findings |= !expected.findings.empty();
    }
    ASSERT_TRUE(std::equal(model.host().begin(), model.host().end(), run.host().begin()))
        << "the host's memory after the program with seed " << seed << ":\n"
        << to_string(program);
    with_findings += has_findings;
  }
  std::printf("findings in %d of %d programs\n", static_cast<int>(with_findings),
              static_cast<int>(programs / parts));
  // Both matter: that faults are found, and that nothing is found where there is none.
  EXPECT_GT(with_findings, programs / parts / 4);
  EXPECT_LT(with_findings, programs / parts * 3 / 4);
}

INSTANTIATE_TEST_SUITE_P(All, ViewsAndModel, testing::Range(std::uint64_t{0}, parts));

}  // namespace
