// The comparison is able to fail: whichever rule the model does without, it differs from the
// detector on some kernel.
#include "reliability/comparison.h"
#include "reliability/generator.h"
#include "reliability/interpreter.h"

#include <gtest/gtest.h>

#include <string>

namespace {

using namespace reliability;
using milliamp::schedule;

constexpr std::uint64_t most_kernels = 10'000;

/// Rules from here on only matter to kernels with fences of their own.
constexpr rule first_about_fences = rule::fences_order_their_thread;

class Sensitivity : public testing::TestWithParam<int> {};

TEST_P(Sensitivity, TellsThatARuleIsMissing) {
  const auto left_out = static_cast<rule>(GetParam());
  std::uint64_t seed = 0;
  for (; seed < most_kernels; ++seed) {
    const kernel k = generate(seed, has_standalone_fences);
    if (!run_and_compare(k, schedule::forward, seed, left_out).difference.empty()) break;
  }
  EXPECT_LT(seed, most_kernels);
  RecordProperty("kernels", std::to_string(seed + 1));
}

std::string name_of(const testing::TestParamInfo<int>& info) {
  static constexpr const char* names[rules] = {
      "ReadsAreCompatible",     "AtomicsAreCompatible",   "AtomicsBearReads",   "BytesOverlap",
      "ThreadsDiffer",          "TilesAreConcurrent",     "TilesOwnTileStatic", "ThreadsOwnLocals",
      "BarriersAreFencesOfAll", "FencesOrderTheirThread", "FencesHaveKinds",    "AtomicsCarryOrder",
      "PlainStoresEndChains",   "FailuresStoreNothing",   "FencesStayInOrder"};
  return names[info.param];
}

INSTANTIATE_TEST_SUITE_P(Without, Sensitivity,
                         testing::Range(0, has_standalone_fences
                                               ? rules
                                               : static_cast<int>(first_about_fences)),
                         name_of);

}  // namespace
