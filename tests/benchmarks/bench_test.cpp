/// @file
/// That the benchmarks compute what they should, and that their table says what was measured. What
/// they measure is no matter of these tests but for memory, which is the same on every machine.
#include "by_hand.h"
#include "host_code.h"
#include "kernels.h"
#include "launches.h"
#include "memory.h"
#include "suite.h"
#include "table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <tbb/global_control.h>

namespace milliamp::bench {
namespace {

using concurrency::accelerator;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

// --- The workloads -------------------------------------------------------------------------------

struct kernels_on {
  const char* name;
  const kernels* with;
  const wchar_t* path;
};

class Kernels : public testing::TestWithParam<kernels_on> {
 protected:
  concurrency::accelerator_view place() const { return accelerator(GetParam().path).default_view; }
  const kernels& with() const { return *GetParam().with; }
};

INSTANTIATE_TEST_SUITE_P(
    , Kernels,
    testing::Values(kernels_on{"plain", &plain_kernels, accelerator::direct3d_warp},
                    kernels_on{"checked", &checked_kernels, accelerator::direct3d_ref}),
    [](const auto& it) { return std::string(it.param.name); });

TEST_P(Kernels, ComputeWhatTheyShouldRunAfterRun) {
  for (const auto& made : {with().matrix_product(place(), 64), with().reduction(place(), 4096),
                           with().saxpy(std::make_shared<saxpy_vectors>(place(), 5000))}) {
    made->run();
    EXPECT_TRUE(made->is_right());
    made->run();
    EXPECT_TRUE(made->is_right());
  }
}

TEST_P(Kernels, HaveBarriersForTilesOfThreeSizesOnly) {
  for (const int threads : {64, 256, 1024}) with().barriers(place(), 3, threads, 5)->run();
  EXPECT_THROW(with().barriers(place(), 3, 65, 5), std::invalid_argument);
}

TEST(Kernel, ThatHasNotRunIsNotRight) {
  const auto place = accelerator(accelerator::direct3d_ref).default_view;
  EXPECT_FALSE(plain_kernels.matrix_product(place, 80)->is_right());
  EXPECT_FALSE(plain_kernels.reduction(place, 2560)->is_right());
}

TEST(HostCode, SortsAndCountsHoweverItIsCompiled) {
  for (const auto& made : {make_plain_host_code(1000), make_checked_host_code(1000),
                           make_host_code_with_empty_calls(1000)}) {
    EXPECT_FALSE(made->is_right());
    made->run();
    made->run();
    EXPECT_TRUE(made->is_right());
  }
}

TEST(ByHand, GoesOnWithWhatAKernelHasComputed) {
  const auto vectors =
      std::make_shared<saxpy_vectors>(accelerator(accelerator::direct3d_warp).default_view, 5000);
  plain_kernels.saxpy(vectors)->run();
  make_saxpy_by_hand(vectors)->run();
  EXPECT_TRUE(vectors->is_right());
  ++vectors->times;
  EXPECT_FALSE(vectors->is_right());
}

TEST(ByHand, FibersEndAndBeginAgain) {
  for (const auto& made :
       {make_barriers_of_bare_ring(3, 64, 5), make_barriers_of_boost_fibers(3, 64, 5)}) {
    made->run();
    made->run();
  }
}

// --- Memory --------------------------------------------------------------------------------------

TEST(Memory, IsNotAllocatedForALaunch) {
  // On a busy machine a launch may seem long; what oneTBB and its workers need then must be there.
  const tbb::global_control one_worker(tbb::global_control::max_allowed_parallelism, 1);
  make_empty_launches(1 << 20, 1)->run();
  const auto allocations_a_launch = [](const std::unique_ptr<workload>& launch) {
    return allocations_of([&launch] { launch->run(); });
  };
  EXPECT_EQ(allocations_a_launch(make_empty_launches(1, 1)), 0);
  EXPECT_EQ(allocations_a_launch(make_empty_launches(1024, 1)), 0);
  EXPECT_EQ(allocations_a_launch(workload_of([] { ::operator delete(::operator new(4)); })), 1);
}

TEST(Memory, OfASuspendedThreadIsLittle) {
  constexpr int threads = 1024;
  const auto warm_up = make_empty_tile_launches(1);
  const auto launch =
      plain_kernels.barriers(accelerator(accelerator::direct3d_warp).default_view, 1, threads, 2);
  const double taken = resident_after([&] { warm_up->run(); }, [&] { launch->run(); });
  EXPECT_GT(taken / threads, 1024) << "the threads of the tile cannot have been suspended";
  EXPECT_LE(taken / threads, 8 * 1024);
}

// --- The table -----------------------------------------------------------------------------------

row a_row(const char* workload, double ours, double baseline) {
  return {workload, "ours", "theirs", ours, baseline, unit::seconds, std::nullopt, std::nullopt};
}

TEST(Table, ShowsFiguresInTheirUnitAndTheirRatio) {
  const std::string text = text_of({a_row("fast", 0.0025, 0.005), a_row("slow", 3e-9, 2e-9)});
  EXPECT_THAT(text, ContainsRegex("fast +ours +2.5 ms +theirs +5 ms +0.500\n"));
  EXPECT_THAT(text, ContainsRegex("slow +ours +3 ns +theirs +2 ns +1.500\n"));
}

TEST(Table, SaysWhatIsAboveItsAim) {
  row within = a_row("within", 1, 1);
  within.aim = 1.05;
  row above = a_row("above", 1.06, 1);
  above.aim = 1.05;
  EXPECT_THAT(text_of({within}), Not(ContainsRegex("1.050 +above\n")));
  EXPECT_THAT(text_of({above}), ContainsRegex("1.050 +above\n"));
}

TEST(Table, ComparesRatiosWithAKeptTable) {
  const auto kept = json_of({a_row("a", 1, 2), a_row("b", 1, 2)});
  std::vector<row> now{a_row("b", 3, 4), a_row("c", 1, 1)};
  set_before(now, nlohmann::json::parse(kept.dump()));
  EXPECT_EQ(now[0].before, 0.5);
  EXPECT_EQ(now[1].before, std::nullopt);
  EXPECT_THAT(text_of(now), ContainsRegex("0.750 +0.500 +\\+50%"));
}

TEST(Table, IsKeptWithADescriptionOfTheMachine) {
  const auto json = json_of({a_row("a", 1, 2)});
  EXPECT_EQ(json.at("rows").at(0).at("ratio"), 0.5);
  EXPECT_EQ(json.at("rows").at(0).at("unit"), "seconds");
  for (const char* key : {"processor", "cores", "system", "compiler", "flags"}) {
    EXPECT_TRUE(json.at("machine").contains(key)) << key;
  }
}

// --- The suite -----------------------------------------------------------------------------------

class always_wrong : public workload {
 public:
  void run() override {}
  bool is_right() const override { return false; }
};

TEST(Suite, MakesRowsOfWhatItHasMeasuredAndOfWhatFollows) {
  suite all;
  all.time("work/ours", [] { return workload_of([] {}); });
  all.measure("work/theirs", [] { return 4; });
  all.given("work/given", 8);
  all.derive("work/half", [](const figures& known) { return known.at("work/theirs") / 2; });
  all.derive("work/unknown", [](const figures& known) { return known.at("work/nobody's"); });
  all.compare({"work/theirs", "work/given"});
  all.compare({"work/half", "work/theirs"});
  all.compare({"work/unknown", "work/theirs"});
  EXPECT_TRUE(all.run());
  EXPECT_GT(all.results().at("work/ours"), 0);
  const auto rows = rows_of(all);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].baseline, "given");
  EXPECT_EQ(rows[0].ratio(), 0.5);
  EXPECT_EQ(rows[1].ratio(), 0.5);
}

TEST(Suite, HasNoFigureOfWhatComputesSomethingElse) {
  suite all;
  all.time("wrong work/ours", [] { return std::make_unique<always_wrong>(); });
  EXPECT_FALSE(all.run());
  EXPECT_THAT(all.results(), testing::IsEmpty());
}

}  // namespace
}  // namespace milliamp::bench
