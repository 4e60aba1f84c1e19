/// @file
/// Runs a test on both engines.
///
///     using Sums = milliamp::tests::BothEngines;
///     TEST_P(Sums, AddUp) {
///       launch(extent<1>(16).tile<4>(), [=](tiled_index<4> t) restrict(amp) { … });
///     }
///     MILLIAMP_ON_BOTH_ENGINES(Sums);
#ifndef MILLIAMP_TESTS_ENGINE_BOTH_ENGINES_H
#define MILLIAMP_TESTS_ENGINE_BOTH_ENGINES_H

#include <milliamp/finding.h>

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace milliamp::tests {

/// A test that runs once on accelerator::direct3d_warp and once on accelerator::direct3d_ref. It
/// fails if the checker has findings that the test does not expect.
class BothEngines : public testing::TestWithParam<const wchar_t*> {
 protected:
  void TearDown() override {
    for (const finding& f : scope_.findings()) ADD_FAILURE() << to_string(f);
  }

  /// The findings so far, which the test expects.
  std::vector<finding> take_findings() { return scope_.take(); }

  /// For kernels that allocate memory, if only for an exception, which C++ AMP does not allow: if
  /// another thread gets memory that one has freed, the checker takes it for shared memory.
  void ignore_findings() { take_findings(); }

  bool is_ref() const { return std::wstring(GetParam()) == concurrency::accelerator::direct3d_ref; }

  concurrency::accelerator_view view() const {
    return concurrency::accelerator(GetParam()).default_view;
  }

  /// parallel_for_each on the engine of this run of the test.
  template <class Domain, class Kernel>
  void launch(const Domain& domain, const Kernel& kernel) const {
    concurrency::parallel_for_each(view(), domain, kernel);
  }

  /// The message of the runtime_exception that the launch must throw.
  template <class Domain, class Kernel>
  std::string failure_of(const Domain& domain, const Kernel& kernel) const {
    try {
      launch(domain, kernel);
    } catch (const concurrency::runtime_exception& failure) {
      return failure.what();
    }
    ADD_FAILURE() << "the launch did not fail";
    return "";
  }

  /// The message of the runtime_exception for a kernel with too much tile_static memory, which the
  /// checker also reports.
  template <class Domain, class Kernel>
  std::string refusal_of(const Domain& domain, const Kernel& kernel) {
    const std::string failure = failure_of(domain, kernel);
    const std::vector<finding> found = take_findings();
    EXPECT_EQ(found.size(), is_ref() ? 1u : 0u);
    for (const finding& f : found) EXPECT_EQ(f.kind, finding_kind::tile_static_limit);
    return failure;
  }

 private:
  finding_scope scope_;
};

inline std::string engine_name(const testing::TestParamInfo<const wchar_t*>& info) {
  return std::wstring(info.param) == concurrency::accelerator::direct3d_ref ? "Ref" : "Warp";
}

}  // namespace milliamp::tests

#define MILLIAMP_ON_BOTH_ENGINES(suite)                                             \
  INSTANTIATE_TEST_SUITE_P(On, suite,                                               \
                           testing::Values(concurrency::accelerator::direct3d_warp, \
                                           concurrency::accelerator::direct3d_ref), \
                           milliamp::tests::engine_name)

#endif
