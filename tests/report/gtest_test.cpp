// milliamp/gtest.h: assertions, matchers, and the listener as a test program shows it.

#include "support/shell.h"

#include <milliamp/gtest.h>

#include <amp.h>
#include <gtest/gtest-spi.h>

#include <csignal>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Visible elsewhere, so that compilers keep what kernels compute.
thread_local int result;

namespace {

using namespace concurrency;
using namespace milliamp;
using testing::AllOf;
using testing::AnyOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

constexpr int line_of_write = __LINE__ + 5;
/// A race of the threads 0 and 1 of the second tile.
void race() {
  parallel_for_each(extent<1>(8).tile<4>(), [](tiled_index<4> t) {
    tile_static int total[2];
    if (t.global[0] == 4) total[1] = 1;
    if (t.global[0] == 5) result = total[1];
  });
}
constexpr int line_of_read = line_of_write + 1;

template <int size, bool with_barrier>
void race_of() {
  parallel_for_each(extent<1>(size).tile<size>(), [](tiled_index<size> t) {
    tile_static int sum;
    if (t.local[0] == 0) sum = 1;
    if (with_barrier) t.barrier.wait();
    if (t.local[0] == 1) result = sum;
  });
}

constexpr int line_of_count = __LINE__ + 7;
/// A thread reads a count while others are counting.
void count_without_barrier() {
  parallel_for_each(extent<1>(4).tile<4>(), [](tiled_index<4> t) {
    tile_static int count;
    if (t.local[0] == 0) count = 0;
    t.barrier.wait();
    atomic_fetch_inc(&count);
    if (t.local[0] == 0) result = count;
  });
}

void diverge() {
  parallel_for_each(extent<1>(4).tile<4>(), [](tiled_index<4> t) {
    if (t.local[0] < 2) t.barrier.wait();
  });
}

/// The one finding of a function.
finding finding_of(void (*run)()) {
  finding_scope scope;
  run();
  EXPECT_THAT(scope.findings(), SizeIs(1));
  return scope.findings().at(0);
}

// --- EXPECT_RACE_FREE ----------------------------------------------------------------------------

TEST(ExpectRaceFree, PassesWithoutARace) {
  EXPECT_RACE_FREE(race_of<4, true>());
  ASSERT_RACE_FREE(race_of<4, true>());
}

TEST(ExpectRaceFree, FailsWithTheTextOfTheRace) {
  EXPECT_NONFATAL_FAILURE(EXPECT_RACE_FREE(race()), "Findings of: race()");
  EXPECT_NONFATAL_FAILURE(EXPECT_RACE_FREE(race()), "total[1] = 1;");
  EXPECT_NONFATAL_FAILURE(EXPECT_RACE_FREE(race()) << "after all", "after all");
  EXPECT_FATAL_FAILURE(ASSERT_RACE_FREE(race()), "write by thread local (0) tile (1) global (4)");
}

TEST(ExpectRaceFree, FailsWithAnOrderDependentRead) {
  EXPECT_NONFATAL_FAILURE(EXPECT_RACE_FREE(count_without_barrier()), "order-dependent-read: ");
}

TEST(ExpectRaceFree, FailsWhenNothingIsChecked) {
  EXPECT_NONFATAL_FAILURE(EXPECT_RACE_FREE(result = 1),
                          "nothing was checked: no kernel ran on REF");
  EXPECT_NONFATAL_FAILURE(EXPECT_RACE_FREE({
                            const accelerator warp(accelerator::direct3d_warp);
                            parallel_for_each(warp.default_view, extent<1>(4), [](index<1>) {});
                          }),
                          "nothing was checked: no kernel ran on REF");
}

TEST(ExpectRaceFree, TellsHowToRepeatIt) {
  finding_scope scope;  // for a read that comes first: of what nobody has written
  set_schedule(schedule::random, 7);
  EXPECT_NONFATAL_FAILURE(EXPECT_RACE_FREE(race()),
                          "To repeat this: MILLIAMP_OPTIONS=schedule=random:seed=7");
  set_schedule(schedule::forward);
}

TEST(ExpectRaceFree, LeavesOtherFindingsToTheScopeAroundIt) {
  finding_scope scope;
  EXPECT_RACE_FREE(diverge());
  EXPECT_THAT(scope.findings(), ElementsAre(KindIs(finding_kind::barrier_divergence)));
}

// --- EXPECT_FINDING ------------------------------------------------------------------------------

TEST(ExpectFinding, PassesWithAFindingThatMatches) {
  EXPECT_FINDING(race(), IsRace());
  ASSERT_FINDING(race(), AllOf(OnVariable("total"), AtLines(line_of_write, line_of_read)));
}

TEST(ExpectFinding, MatchesAnOrderDependentRead) {
  EXPECT_FINDING(count_without_barrier(),
                 AllOf(IsOrderDependentRead(), OnVariable("count"), WithAccesses("read", "atomic"),
                       AtLines(line_of_count, line_of_count + 1)));
}

TEST(ExpectFinding, FailsWithoutAFinding) {
  EXPECT_NONFATAL_FAILURE(EXPECT_FINDING((race_of<4, true>()), IsRace()),
                          "Actual: nothing was found");
  EXPECT_NONFATAL_FAILURE(EXPECT_FINDING(result = 1, IsRace()), "nothing was checked");
}

TEST(ExpectFinding, FailsWithAllOthersWhenNoneMatches) {
  finding_scope scope;
  EXPECT_NONFATAL_FAILURE(EXPECT_FINDING(race(), OnVariable("sum")), "total[1] = 1;");
  EXPECT_NONFATAL_FAILURE(EXPECT_FINDING(race(), OnVariable("sum")),
                          "is equal to \"sum\"\n     Actual: 1 finding");
  EXPECT_FATAL_FAILURE(ASSERT_FINDING(race(), OnVariable("sum")), "Actual: 1 finding");
  EXPECT_THAT(scope.findings(), IsEmpty()) << "they have been shown";
}

TEST(ExpectFinding, LeavesThoseThatDoNotMatchToTheScopeAroundIt) {
  finding_scope scope;
  EXPECT_FINDING((race(), race_of<4, false>()), OnVariable("sum"));
  EXPECT_THAT(scope.findings(), ElementsAre(OnVariable("total")));
}

TEST(ExpectFinding, TakesTheExceptionOfALaunchForAPartOfTheFinding) {
  EXPECT_FINDING(diverge(), KindIs(finding_kind::barrier_divergence));
}

TEST(ExpectFinding, TakesMatchersThatAreComposed) {
  EXPECT_FINDING(race(), AllOf(IsRace(), Not(OnVariable("sum")), AtLines(line_of_read, testing::_),
                               AnyOf(OnElement("total[0]"), OnElement("total[1]"))));
  EXPECT_FINDING(race(), Not(AnyOf(KindIs(finding_kind::out_of_bounds), OnVariable("sum"))));
  EXPECT_FINDING(race(),
                 testing::Field(&finding::events,
                                Contains(testing::Field(&event::what, AnyOf("read", "atomic")))));
  finding_scope scope;
  EXPECT_NONFATAL_FAILURE(EXPECT_FINDING(race(), Not(AnyOf(IsRace(), OnVariable("sum")))),
                          "Actual: 1 finding");
  EXPECT_NONFATAL_FAILURE(EXPECT_FINDING(race(), AllOf(IsRace(), WithSameValue())),
                          "Actual: 1 finding");
  race();
  race_of<4, false>();
  EXPECT_THAT(scope.findings(), Contains(AllOf(IsRace(), OnVariable("sum"))));
  EXPECT_THAT(scope.findings(), Not(Contains(AnyOf(AtLine(1), OnVariable("other")))));
}

TEST(ExpectFinding, LetsOtherExceptionsPass) {
  EXPECT_THROW(EXPECT_FINDING(throw std::runtime_error(""), IsRace()), std::runtime_error);
}

TEST(ExpectFinding, TakesAStatementWithCommas) {
  EXPECT_FINDING(race_of<4, false>(), OnVariable("sum"));
  EXPECT_FINDING(
      {
        int a = 1, b = 2;
        if (a < b) race_of<4, false>(), race_of<8, false>();
      },
      OnVariable("sum"));
  if (line_of_write > 0)
    EXPECT_FINDING(race(), IsRace());
  else
    FAIL();
}

TEST(ExpectFinding, TakesAStatementThatReturns) {
  finding_scope scope;
  [] {
    EXPECT_FINDING(
        {
          race();
          return;
        },
        IsRace());
  }();
  EXPECT_THAT(scope.findings(), ElementsAre(IsRace())) << "nobody has asked for it";
}

// --- Matchers ------------------------------------------------------------------------------------

TEST(Matchers, MatchWhatAFindingIs) {
  const finding f = finding_of(race);
  EXPECT_THAT(f, IsRace());
  EXPECT_THAT(f, KindIs(finding_kind::race));
  EXPECT_THAT(f, Not(KindIs(finding_kind::out_of_bounds)));
  EXPECT_THAT(f, OnVariable("total"));
  EXPECT_THAT(f, OnVariable(StartsWith("tot")));
  EXPECT_THAT(f, Not(OnVariable("tot")));
  EXPECT_THAT(f, OnElement("total[1]"));
  EXPECT_THAT(f, WithAccesses("read", "write"));
  EXPECT_THAT(f, WithAccesses("write", "read"));
  EXPECT_THAT(f, Not(WithAccesses("write", "write")));
}

TEST(Matchers, MatchWhereAFindingIs) {
  const finding f = finding_of(race);
  EXPECT_THAT(f, AtLine(line_of_write));
  EXPECT_THAT(f, AtLine(line_of_read));
  EXPECT_THAT(f, AtLine(testing::Gt(line_of_write)));
  EXPECT_THAT(f, Not(AtLine(line_of_write - 1)));
  EXPECT_THAT(f, AtLines(line_of_read, line_of_write));
  EXPECT_THAT(f, Not(AtLines(line_of_read, line_of_read)));
  EXPECT_THAT(f, InFunction(HasSubstr("race")));
  EXPECT_THAT(f, Not(InFunction("race")));
}

TEST(Matchers, MatchTheThreadsOfAFinding) {
  const finding f = finding_of(race);
  EXPECT_THAT(f, WithThreads(LocalIs(0), LocalIs(1)));
  EXPECT_THAT(f, WithThreads(GlobalIs(5), GlobalIs(4)));
  EXPECT_THAT(f, WithThreads(TileIs(1), TileIs(1)));
  EXPECT_THAT(f, WithThreads(AllOf(LocalIs(1), TileIs(1)), testing::_));
  EXPECT_THAT(f, Not(WithThreads(LocalIs(0), LocalIs(0))));
  EXPECT_THAT(f, Not(WithThreads(LocalIs(0, 1), LocalIs(1))));
}

TEST(Matchers, PrintFindings) {
  const finding f = finding_of(race);
  EXPECT_THAT(testing::PrintToString(f), HasSubstr("total[1] = 1;"));
  EXPECT_EQ(testing::PrintToString(f.kind), "race");
  EXPECT_EQ(testing::PrintToString(f.events[0].threads[0]), "local (0) tile (1) global (4)");
  EXPECT_THAT(testing::PrintToString(f.events[0]),
              AllOf(HasSubstr("write at"), HasSubstr(" by local (0) tile (1) global (4);")));
}

// --- The listener --------------------------------------------------------------------------------

class ListenerTest : public testing::Test {
 protected:
  /// Runs the program programs/own_main.cpp.
  milliamp::tests::command_result run_own_main(const std::string& arguments) const {
    return here.shell("'" MILLIAMP_TEST_OWN_MAIN "' " + arguments);
  }

  /// Runs tests of programs/watched_tests.cpp.
  milliamp::tests::command_result run(const std::string& tests,
                                      const std::string& options = "") const {
    return here.shell("MILLIAMP_OPTIONS='" + options +
                      "' '" MILLIAMP_TEST_WATCHED_TESTS "' --gtest_filter='" + tests + "'");
  }

  milliamp::tests::test_directory here;
};

TEST_F(ListenerTest, LeavesATestWithoutAFindingAlone) {
  EXPECT_EQ(run("*.HasNoFinding:*.ExpectsARace:*.CollectsItself").status, 0);
}

TEST_F(ListenerTest, FailsATestWithAFindingAndAttachesItsText) {
  for (const char* test : {"Watched.HasARace", "Watched.HasARaceInAnotherThread"}) {
    const auto result = run(test);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.output, HasSubstr("watched_tests.cpp:"));
    EXPECT_THAT(result.output, HasSubstr(": Failure\n"));
    EXPECT_THAT(result.output, HasSubstr("milliamp: race: write and write of total"));
    EXPECT_THAT(result.output, HasSubstr(std::string("[  FAILED  ] ") + test));
  }
}

TEST_F(ListenerTest, FailsATestOnceForWhatItsAssertionsSay) {
  for (const char* test : {"Watched.ExpectsAnotherVariable", "Watched.ExpectsNoRace"}) {
    const auto result = run(test);
    EXPECT_EQ(result.status, 1);
    EXPECT_THAT(result.output, HasSubstr("Findings of: race()"));
    EXPECT_THAT(result.output, Not(HasSubstr("this was found in the test")));
  }
}

TEST_F(ListenerTest, WatchesTheTestsOfAProgramWithAMainOfItsOwn) {
  EXPECT_EQ(run_own_main("--gtest_filter=*.HasNoFinding:*.ExpectsARace").status, 0);
  const auto result = run_own_main("--gtest_repeat=2");
  EXPECT_EQ(result.status, 1);
  EXPECT_THAT(result.output, HasSubstr("milliamp: race: write and write of total"));
  EXPECT_THAT(result.output, HasSubstr("[  FAILED  ] OwnMain.HasARace"));
  EXPECT_THAT(result.output, Not(HasSubstr("[  FAILED  ] OwnMain.ExpectsARace")));
}

TEST_F(ListenerTest, LeavesWhatIsFoundOutsideOfTestsToTheReport) {
  const auto result = run_own_main("before --gtest_filter=*.HasNoFinding");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, HasSubstr("milliamp: 1 finding in 1 instance"));
  EXPECT_THAT(result.output, HasSubstr("[  PASSED  ] 1 test."));
}

TEST_F(ListenerTest, PutsFindingsIntoTheReport) {
  run("*.HasARace:*.ExpectsNoRace:*.CollectsItself", "report_path=report");
  const std::string report = here.shell("cat report").output;
  EXPECT_THAT(report, HasSubstr("milliamp: 1 finding in 2 instances"));
  EXPECT_THAT(report, HasSubstr("race: write and write of total"));
}

TEST_F(ListenerTest, GivesEachTestAReportIfItsPathHasTheName) {
  EXPECT_EQ(run("*.HasARace:*.HasNoFinding", "report_path=%t.json:report_format=json").status, 1);
  EXPECT_EQ(here.shell("ls; grep -c '\"kind\": \"race\"' *").output,
            "Watched.HasARace.json\nWatched.HasNoFinding.json\n"
            "Watched.HasARace.json:1\nWatched.HasNoFinding.json:0\n");
}

TEST_F(ListenerTest, ReportsWhatATestHasFoundThatEndsTheProcess) {
  const std::vector<std::pair<std::string, int>> statuses = {
      {"exit(0)", 66},           {"exit(5)", 5},
      {"quick_exit", 66},        {"terminate", 128 + SIGABRT},
      {"abort", 128 + SIGABRT},  {"fault", 128 + SIGSEGV},
      {"SIGTERM", 128 + SIGTERM}};
  for (const auto& [ended_by, status] : statuses) {
    SCOPED_TRACE(ended_by);
    const std::string test = "ENDED_BY='" + ended_by +
                             "' '" MILLIAMP_TEST_WATCHED_TESTS "' --gtest_filter=*.EndsTheProcess";
    const auto text = here.shell(test);
    EXPECT_EQ(text.status, status);
    EXPECT_THAT(text.output, HasSubstr("milliamp: race: write and write of total"));
    here.shell("rm -f report; MILLIAMP_OPTIONS=report_format=json:report_path=report " + test);
    EXPECT_EQ(here.shell("grep -c '\"kind\": \"race\"' report").output, "1\n");
  }
}

TEST_F(ListenerTest, ReportsWhatADeathTestHasFound) {
  EXPECT_THAT(run("*.HasARaceInADeathTest").output,
              AllOf(HasSubstr("milliamp: race: write and write of total"),
                    HasSubstr("Exited with exit status 66"), HasSubstr("[  FAILED  ]")));
  const auto result = run("*.HasADeathTestAfterARace");
  EXPECT_THAT(result.output, HasSubstr("this was found in the test"));
  EXPECT_THAT(result.output, Not(HasSubstr("Death test:"))) << "the race was found before the fork";
}

TEST_F(ListenerTest, ShowsAFindingWhereSomethingExplainsItIfItsFirstEventHasNoLocation) {
  const auto result = run("*.Diverges", "report_format=github");
  EXPECT_THAT(result.output, testing::ContainsRegex("watched_tests.cpp:[0-9]+: Failure\n"));
  EXPECT_THAT(result.output,
              testing::ContainsRegex("\n::error file=tests/report/programs/watched_tests.cpp,"
                                     "line=[0-9]+,col=[0-9]+,endColumn=[0-9]+,title="
                                     "milliamp%3A barrier-divergence::"));
}

TEST_F(ListenerTest, RecordsFindingsAsPropertiesOfTheTest) {
  run("*.HasARace:*.HasNoFinding' --gtest_output='xml:tests.xml");
  const std::string xml = here.shell("cat tests.xml").output;
  EXPECT_THAT(xml, AllOf(HasSubstr("<property name=\"milliamp_findings\" value=\"1\""),
                         HasSubstr("<property name=\"milliamp_kinds\" value=\"race\"")));
}

TEST_F(ListenerTest, TellsHowToRepeatAFailure) {
  EXPECT_THAT(run("*.HasARace", "schedule=random:seed=7").output,
              HasSubstr("milliamp: to repeat this: MILLIAMP_OPTIONS=schedule=random:seed=7 "
                        "--gtest_filter=Watched.HasARace\n"));
  EXPECT_THAT(run("*.HasARace", "seed=7:report_path=\"a b:c\"").output,
              HasSubstr("milliamp: to repeat this: "
                        "MILLIAMP_OPTIONS='schedule=forward:seed=7:report_path=\"a b:c\"' "
                        "--gtest_filter=Watched.HasARace\n"));
  EXPECT_THAT(run("*.FailsByItself").output, Not(HasSubstr("to repeat this")))
      << "no kernel, no schedule";
}

TEST_F(ListenerTest, GivesATestTheSameScheduleAlone) {
  const auto order_of = [&](const std::string& tests, int seed) {
    const std::string output = run(tests, "schedule=random:seed=" + std::to_string(seed)).output;
    const std::size_t begin = output.find("order ");
    EXPECT_NE(begin, std::string::npos) << output;
    return output.substr(begin, output.find('\n', begin) - begin);
  };
  EXPECT_EQ(order_of("*.PrintsAnOrder", 1), order_of("*.HasNoFinding:*.PrintsAnOrder", 1));
  EXPECT_NE(order_of("*.PrintsAnOrder", 1), order_of("*.PrintsAnOrder", 2));
}

}  // namespace
