// The detector against the reference model: kernel after generated kernel, finding by finding.
#include "reliability/comparison.h"
#include "reliability/generator.h"
#include "reliability/interpreter.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <set>
#include <string>
#include <tuple>
#include <utility>

namespace {

using namespace reliability;
using milliamp::schedule;

constexpr std::uint64_t kernels = 10'000;
/// The kernels are split over so many tests, which can run in parallel.
constexpr std::uint64_t parts = 10;

class DetectorAndModel : public testing::TestWithParam<std::tuple<schedule, std::uint64_t>> {
 protected:
  /// The detector expects of a kernel's fences what earlier launches have shown. All generated
  /// kernels of a shape are one for it, a template of the interpreter, so one with a fence runs
  /// first.
  void expect_fences_in(grid shape) {
    if (!has_standalone_fences || !shape.is_tiled) return;
    shape.tiles = {1, 1, 1};
    if (!shapes_.insert({shape.rank, shape.tile}).second) return;
    const operation fence{.what = action::all_memory_fence};
    run({shape, {{step(static_cast<std::size_t>(shape.threads_in_tile()), fence)}}});
  }

 private:
  std::set<std::pair<int, std::array<int, 3>>> shapes_;
};

TEST_P(DetectorAndModel, FindTheSameRaces) {
  const auto [order, part] = GetParam();
  std::uint64_t with_races = 0;
  std::uint64_t races = 0;
  for (std::uint64_t seed = part; seed < kernels; seed += parts) {
    const kernel k = generate(seed, has_standalone_fences);
    expect_fences_in(k.shape);
    const comparison c = run_and_compare(k, order, seed);
    ASSERT_EQ(c.difference, "") << explain(seed, k, order);
    with_races += c.races != 0;
    races += c.races;
  }
  std::printf("%d races in %d of %d kernels\n", static_cast<int>(races),
              static_cast<int>(with_races), static_cast<int>(kernels / parts));
  // Both matter: that races are found, and that nothing is found where there is none.
  EXPECT_GT(with_races, kernels / parts / 4);
  EXPECT_LT(with_races, kernels / parts * 3 / 4);
}

std::string name_of(const testing::TestParamInfo<DetectorAndModel::ParamType>& info) {
  static constexpr const char* orders[] = {"forward", "reverse", "random"};
  const auto [order, part] = info.param;
  return std::string(orders[static_cast<int>(order)]) + '_' + std::to_string(part);
}

INSTANTIATE_TEST_SUITE_P(All, DetectorAndModel,
                         testing::Combine(testing::Values(schedule::forward, schedule::reverse,
                                                          schedule::random),
                                          testing::Range(std::uint64_t{0}, parts)),
                         name_of);

}  // namespace
