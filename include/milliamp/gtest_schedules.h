/// @file
/// A GoogleTest fixture whose tests run under many schedules. A fault that shows only in some
/// orders of a kernel's threads fails the test, and the failure names the schedule.
///
///     using namespace milliamp;
///     using Histogram = any_schedule;
///     TEST_P(Histogram, CountsEachPixelOnce) { EXPECT_EQ(histogram(image), expected); }
///     INSTANTIATE_TEST_SUITE_P(Many, Histogram, schedules(100), schedule_name);
///
/// `--gtest_filter=Many/Histogram.CountsEachPixelOnce/pct_17` repeats one of them.
///
/// GoogleTest divides tests by its variables GTEST_SHARD_INDEX and GTEST_TOTAL_SHARDS. As a task of
/// a Slurm array, or started by Open MPI's mpirun, a test program runs its share of the schedules,
/// too.
#ifndef MILLIAMP_GTEST_SCHEDULES_H
#define MILLIAMP_GTEST_SCHEDULES_H

#include <milliamp/detail/hide_macros.h>

#include <milliamp/detail/campaign_share.h>
#include <milliamp/milliamp.h>

#include <gtest/gtest.h>

#include <cstdint>
#include <iterator>
#include <ostream>
#include <string>
#include <vector>

namespace milliamp {

/// A schedule with its seed: the parameter of any_schedule.
struct seeded_schedule {
  schedule order = schedule::forward;
  std::uint64_t seed = 0;
};

/// `random_7`.
inline std::string to_string(const seeded_schedule& s) {
  switch (s.order) {
    case schedule::forward:
      return "forward";
    case schedule::reverse:
      return "reverse";
    case schedule::random:
      return "random_" + std::to_string(s.seed);
    case schedule::pct:
      return "pct_" + std::to_string(s.seed);
    case schedule::interleave:
      return "interleave_" + std::to_string(s.seed);
    case schedule::replay:
      break;
  }
  return "replay";
}

inline void PrintTo(const seeded_schedule& s, std::ostream* out) { *out << to_string(s); }

/// The schedules under which `milliamp explore` runs a program: random, pct and interleave in turn,
/// with the seeds from `first_seed`. Before them comes forward.
inline std::vector<seeded_schedule> make_schedules(std::uint64_t runs,
                                                   std::uint64_t first_seed = 1) {
  constexpr schedule orders[] = {schedule::random, schedule::pct, schedule::interleave};
  std::vector<seeded_schedule> all{seeded_schedule()};
  for (std::uint64_t run = 0; run < runs; ++run)
    all.push_back({orders[run % std::size(orders)], first_seed + run});
  return all;
}

/// Returns the schedules of make_schedules() as the parameters of a test suite.
inline auto schedules(std::uint64_t runs, std::uint64_t first_seed = 1) {
  return testing::ValuesIn(make_schedules(runs, first_seed));
}

/// Names tests after their schedules.
inline std::string schedule_name(const testing::TestParamInfo<seeded_schedule>& test) {
  return to_string(test.param);
}

/// The fixture. Each test runs under the schedule that is its parameter. Tests that belong to other
/// shares of a campaign are skipped.
class any_schedule : public testing::TestWithParam<seeded_schedule> {
 protected:
  void SetUp() override {
    if (!detail::runs_test(GetParam().seed)) {
      GTEST_SKIP() << "another process of the campaign runs this schedule";
    }
    set_schedule(GetParam().order, GetParam().seed);
  }

  void TearDown() override { set_schedule(former_.order, former_.seed); }

 private:
  const seeded_schedule former_{current_schedule(), current_seed()};
};

}  // namespace milliamp

#include <milliamp/detail/restore_macros.h>

#endif
