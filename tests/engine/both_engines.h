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

#include <amp.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace milliamp::tests {

/// A test that runs once on accelerator::direct3d_warp and once on accelerator::direct3d_ref.
class BothEngines : public testing::TestWithParam<const wchar_t*> {
 protected:
  bool is_ref() const { return std::wstring(GetParam()) == concurrency::accelerator::direct3d_ref; }

  concurrency::accelerator_view view() const {
    return concurrency::accelerator(GetParam()).default_view;
  }

  /// parallel_for_each on the engine of this run of the test.
  template <class Domain, class Kernel>
  void launch(const Domain& domain, const Kernel& kernel) const {
    concurrency::parallel_for_each(view(), domain, kernel);
  }

  /// What the runtime_exception says with which the launch must end.
  template <class Domain, class Kernel>
  std::string failure_of(const Domain& domain, const Kernel& kernel) const {
    try {
      launch(domain, kernel);
    } catch (const concurrency::runtime_exception& failure) {
      return failure.what();
    }
    ADD_FAILURE() << "the launch has not failed";
    return "";
  }
};

inline std::string engine_name(const testing::TestParamInfo<const wchar_t*>& info) {
  return std::wstring(info.param) == concurrency::accelerator::direct3d_ref ? "Ref" : "Warp";
}

}  // namespace milliamp::tests

#define MILLIAMP_ON_BOTH_ENGINES(suite)                                           \
  INSTANTIATE_TEST_SUITE_P(On, suite,                                             \
                           testing::Values(concurrency::accelerator::direct3d_warp, \
                                           concurrency::accelerator::direct3d_ref), \
                           milliamp::tests::engine_name)

#endif
