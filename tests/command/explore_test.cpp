// `milliamp explore`, and `milliamp report merge`.
//
// Each program is faulty in some schedules only; FIXED repairs it.

#include "command_fixture.h"

#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <string>

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

namespace milliamp::tests {

namespace {

/// Crashes where thread 1 reads `first` before thread 0 sets it, and `second` after.
constexpr char crashes[] = R"(
#include <amp.h>
using namespace concurrency;
int main() {
  int none = 0;
  array_view<int> pointer(1, &none);
  parallel_for_each(extent<1>(4).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int first;
    tile_static int second;
    if (t.local[0] == 0) first = second = 0;
    t.barrier.wait();
    if (t.local[0] == 0) {
      atomic_exchange(&first, 1);
      atomic_exchange(&second, 1);
    }
#ifdef FIXED
    t.barrier.wait();
#endif
    if (t.local[0] == 1) {
      const int seen_first = atomic_fetch_add(&first, 0);
      const int seen_second = atomic_fetch_add(&second, 0);
      if (seen_first == 0 && seen_second == 1) *static_cast<volatile int*>(nullptr) = 1;
    }
  });
}
)";

/// Loses updates between two atomic operations, and prints the sum.
constexpr char loses[] = R"(
#include <amp.h>
#include <cstdio>
using namespace concurrency;
int main() {
  int sum = 0;
  array_view<int> total(1, &sum);
  parallel_for_each(extent<1>(8).tile<8>(), [=](tiled_index<8>) restrict(amp) {
#ifdef FIXED
    atomic_fetch_inc(&total[0]);
#else
    const int seen = atomic_fetch_add(&total[0], 0);
    atomic_exchange(&total[0], seen + 1);
#endif
  });
  total.synchronize();
  std::printf("the sum is %d\n", sum);
}
)";

/// Waits forever, without an access, where thread 1 comes before thread 0.
constexpr char hangs[] = R"(
#include <amp.h>
using namespace concurrency;
int main() {
  int flag = 0;
  array_view<int> begun(1, &flag);
  parallel_for_each(extent<1>(2).tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    if (t.local[0] == 0) atomic_exchange(&begun[0], 1);
    if (t.local[0] == 1 && atomic_fetch_add(&begun[0], 0) == 0) {
      for (volatile int i = 0; i < 2; i = 0) {
      }
    }
  });
}
)";

/// Races where one atomic operation comes before another.
constexpr char races[] = R"(
#include <amp.h>
using namespace concurrency;
int main() {
  parallel_for_each(extent<1>(4).tile<4>(), [=](tiled_index<4> t) restrict(amp) {
    tile_static int turn;
    tile_static int value;
    if (t.local[0] == 0) turn = 0;
    t.barrier.wait();
    const int mine = atomic_fetch_inc(&turn);
#ifndef FIXED
    if (mine < t.local[0]) value = t.local[0];
#endif
    static_cast<void>(mine), static_cast<void>(value);
  });
}
)";

/// Two launches, tiled and untiled, in which threads take places in the order of their atomic
/// operations. The output does not depend on it.
constexpr char takes_places[] = R"(
#include <amp.h>
#include <cstdio>
using namespace concurrency;
int main() {
  array<int, 2> sorted(2, 4);
  array<int> listed(8);
  array<int> next(2);
  parallel_for_each(next.extent, [&](index<1> i) restrict(amp) { next[i] = 0; });
  parallel_for_each(extent<1>(8).tile<8>(), [&](tiled_index<8> t) restrict(amp) {
#ifdef FIXED
    const int place = t.global[0];
    atomic_fetch_inc(&next[0]);
#else
    const int place = atomic_fetch_inc(&next[0]);
#endif
    sorted(place / 4, place % 4) = t.global[0];
  });
  parallel_for_each(extent<1>(8), [&](index<1> i) restrict(amp) {
#ifdef FIXED
    listed[i] = i[0] * 10;
#else
    listed[atomic_fetch_inc(&next[1])] = i[0] * 10;
#endif
  });
  std::puts("done");
}
)";

class Explore : public CommandTest {
 protected:
  /// Compiles a program as `./program`, or with its repair.
  void build(const std::string& source, const std::string& options = "") const {
    here.write("program.cpp", source);
    const auto built =
        shell("milliamp c++ --no-language --check -g " + options + " program.cpp -o program");
    ASSERT_EQ(built.status, 0) << built.output;
  }
  command_result explore(const std::string& arguments) const {
    return shell("milliamp explore " + arguments + " -- ./program");
  }
};

TEST_P(Explore, FindsACrashAndItsShortestRecording) {
  build(crashes);
  const auto result = explore("--runs 100");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, HasSubstr("100 of 100 runs, 1 observation\n"));
  EXPECT_THAT(result.output, HasSubstr("\ncrash: a thread writes memory through a null pointer: "
                                       "SIGSEGV (program.cpp:22)\n  in "));
  EXPECT_THAT(result.output, ContainsRegex("to repeat it: MILLIAMP_OPTIONS=schedule=[a-z]+:seed="));
  EXPECT_THAT(result.output, ContainsRegex("or by [1-4] of the "));
  EXPECT_EQ(
      shell("MILLIAMP_OPTIONS=schedule=replay:milliamp-schedules/1.schedule ./program").status,
      128 + 11);
}

TEST_P(Explore, FindsAnotherOutput) {
  build(loses);
  const auto refused = explore("--recordings program.cpp");
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.output, "milliamp: cannot use the directory of recordings 'program.cpp': '" +
                                (here.path() / "program.cpp").string() +
                                "' is not a directory; name another one with --recordings\n");
  if (geteuid() != 0) {
    const auto unwritable = explore("--recordings /usr");
    EXPECT_EQ(unwritable.status, 2);
    EXPECT_EQ(unwritable.output,
              "milliamp: cannot use the directory of recordings '/usr': Permission denied; name "
              "another one with --recordings\n");
  }
  const auto result = explore("--runs 30");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, HasSubstr("the output differs from that of schedule=forward\n"));
  EXPECT_THAT(result.output,
              ContainsRegex(": line 1 is 'the sum is [1-7]' instead of 'the sum is 8'"));
  EXPECT_THAT(result.output, ContainsRegex("or by [1-3] of the [0-9]+ decisions"));
  EXPECT_THAT(
      shell("MILLIAMP_OPTIONS=schedule=replay:milliamp-schedules/1.schedule ./program").output,
      Not(HasSubstr("is 8")));
}

TEST_P(Explore, FindsAHang) {
  build(hangs);
  const auto result = explore("--runs 8 --time-limit 1");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, HasSubstr("hang: the run exceeded its time limit\n"));
}

TEST_P(Explore, FindsARaceThatFewSchedulesHave) {
  build(races);
  const auto result = explore("--runs 20 --report all.json");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, HasSubstr("race: write and write of value by two threads"));
  EXPECT_THAT(
      shell("cat all.json").output,
      AllOf(HasSubstr("\"runs\": 20"), HasSubstr("\"first_options\": \"schedule=random:seed=")));
}

TEST_P(Explore, NamesElementsWhoseValuesDependOnTheSchedule) {
  build(takes_places);
  const auto result = explore("--runs 12");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, HasSubstr("12 of 12 runs, 2 observations\n"));
  EXPECT_THAT(result.output, HasSubstr("\nvalues of sorted depend on the schedule, at the end of "
                                       "the launch at program.cpp:10\n"));
  EXPECT_THAT(result.output,
              ContainsRegex("schedule=random:seed=1: sorted\\(0,[0-3]\\) is [0-7] instead of "
                            "[0-3]"));
  EXPECT_THAT(result.output, HasSubstr("\nvalues of listed depend on the schedule, at the end of "
                                       "the launch at program.cpp:19\n"));
  EXPECT_THAT(result.output, HasSubstr(" instead of 10"));
}

TEST_P(Explore, FindsNothingInRepairedPrograms) {
  for (const char* program : {crashes, loses, races, takes_places}) {
    build(program, "-DFIXED");
    const auto result = explore("--runs 30");
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.output, HasSubstr("milliamp: 30 runs, 0 observations\n"));
  }
}

TEST_P(Explore, FindsTheSameWithAnyNumberOfJobs) {
  for (const char* program : {loses, races}) {
    build(program);
    const auto one = shell("milliamp explore --runs 12 --jobs 1 ./program 2> /dev/null");
    const auto four = shell("milliamp explore --runs 12 --jobs 4 ./program 2> /dev/null");
    EXPECT_EQ(one.status, 66);
    EXPECT_EQ(one.status, four.status);
    EXPECT_EQ(one.output, four.output);
  }
}

TEST_P(Explore, TakesAnyExitStatus) {
  EXPECT_THAT(shell("milliamp explore --runs 3 -- sh -c 'exit 127'").output,
              HasSubstr("exit status 127\n  in 3 of 3 runs"));
}

TEST_P(Explore, ShowsWhatItHasObservedWhenItIsInterrupted) {
  here.write("program.sh", R"(
echo >> runs
[ $(wc -l < runs) -lt 5 ] && exit 3
{ echo > begun; sleep 20; echo survived; } > alive &
wait
)");
  const auto result = shell(
      "mkdir tmp && mkfifo begun alive\n"
      "cat alive > survivors & reader=$!\n"
      "TMPDIR=$PWD/tmp '" MILLIAMP_TEST_COMMAND
      "' explore --jobs 1 --runs 9 --report all.json -- sh program.sh 2> progress & explore=$!\n"
      "read begun < begun && kill -TERM $explore; { wait $explore; } 2> shell; status=$?\n"
      "wait $reader; ls tmp; cat survivors; exit $status");
  EXPECT_EQ(result.status, 128 + SIGTERM);
  EXPECT_EQ(result.output,
            "milliamp: interrupted after 2 of 9 runs, 1 observation\n\n"
            "exit status 3\n"
            "  in 2 of 2 runs, and with schedule=forward\n"
            "    schedule=random:seed=1\n"
            "    schedule=pct:seed=2\n"
            "  to repeat it: MILLIAMP_OPTIONS=schedule=forward sh program.sh\n");
  EXPECT_THAT(shell("cat all.json").output, HasSubstr("\"runs\": 2"));
}

TEST_P(Explore, NamesWhatIsMissing) {
  EXPECT_THAT(shell("milliamp explore --runs 3").output, HasSubstr("no program given; name one"));
  EXPECT_THAT(shell("milliamp explore ./absent").output, HasSubstr("cannot run ./absent; name"));
  EXPECT_THAT(
      shell("milliamp explore --schedules reverse ./program").output,
      HasSubstr("'reverse' is not a schedule with a seed; use one of random, pct, interleave"));
  const auto without_kernel = shell("milliamp explore --runs 3 true");
  EXPECT_EQ(without_kernel.status, 2);
  EXPECT_THAT(
      without_kernel.output,
      HasSubstr("no kernel of true ran on the checking engine (REF), so there was nothing to "
                "explore; compile the program with: milliamp c++ --check"));
}

// --- Campaigns -----------------------------------------------------------------------------------

class Campaign : public Explore {
 protected:
  void SetUp() override {
    Explore::SetUp();
    if (IsSkipped()) return;
    build(races);
    whole_ = count(shell("milliamp explore --runs 12 ./program").output);
  }

  /// The command for one share, which writes its report to a file named after the share.
  static std::string share(const std::string& number) {
    return "'" MILLIAMP_TEST_COMMAND "' explore --runs 12 --report " + number +
           ".json --recordings " + number + " ./program > " + number + ".txt";
  }
  /// What `milliamp report merge` says about the only finding of two shares.
  void expect_whole(const command_result& result) const {
    EXPECT_EQ(shell("cat 0.txt 1.txt | grep -c 'milliamp: 6 runs (share [12] of 2)'").output, "2\n")
        << result.output << shell("cat *.txt").output;
    EXPECT_EQ(count(shell("cat 0.txt 1.txt").output), whole_);
    const auto merged = shell("milliamp report merge 0.json 1.json");
    EXPECT_EQ(merged.status, 66);
    EXPECT_THAT(merged.output, HasSubstr("race: write and write of value"));
    EXPECT_THAT(merged.output, HasSubstr(" of 12 runs, first with MILLIAMP_OPTIONS=schedule="));
    EXPECT_THAT(merged.output, HasSubstr("milliamp: 1 finding in "));
  }

 private:
  /// How many runs had the finding.
  std::string count(const std::string& output) const {
    here.write("output", output);
    return shell("awk '/^  in / { sum += $2 } END { print sum }' output").output;
  }

  std::string whole_;
};

TEST_P(Campaign, IsDividedByShardsOfGoogleTest) {
  expect_whole(shell("for i in 0 1; do GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=$i sh -c \"" +
                     share("$i") + "\"; done"));
}

TEST_P(Campaign, IsDividedByTheVariablesOfSlurm) {
  expect_whole(
      shell("for i in 0 1; do SLURM_ARRAY_TASK_COUNT=2 SLURM_ARRAY_TASK_MIN=5 "
            "SLURM_ARRAY_TASK_ID=$((i + 5))"
            " sh -c \"" +
            share("$i") + "\"; done"));
}

TEST_P(Campaign, IsDividedByMpirun) {
  if (shell("command -v mpirun").status != 0) GTEST_SKIP() << "Open MPI is not installed";
  here.write("share.sh", share("$OMPI_COMM_WORLD_RANK"));
  expect_whole(
      shell("OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
            "mpirun --oversubscribe -np 2 sh share.sh"));
}

TEST_P(Campaign, IsDividedBySlurm) {
  here.write("share.sh", share("$SLURM_ARRAY_TASK_ID"));
  const auto result = shell(MILLIAMP_TEST_SLURM " 2 '. ./share.sh'");
  if (result.status == 77) GTEST_SKIP() << "Slurm is not installed, or cannot run here";
  expect_whole(result);
}

TEST_P(Campaign, MakesReportsOfEachFormat) {
  shell("for i in 0 1; do GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=$i sh -c \"" + share("$i") +
        "\"; done");
  shell("milliamp report merge --format json --output all.json 0.json 1.json");
  EXPECT_THAT(shell("milliamp report merge all.json").output, HasSubstr("milliamp: 1 finding in "));
  EXPECT_THAT(shell("milliamp report merge --format sarif 0.json 1.json").output,
              AllOf(HasSubstr("\"ruleId\": \"race\""), HasSubstr("first with MILLIAMP_OPTIONS=")));
  EXPECT_THAT(
      shell("milliamp report merge program.cpp").output,
      HasSubstr("program.cpp is not a report written with MILLIAMP_OPTIONS=report_format=json"));
  EXPECT_EQ(shell("milliamp report merge .").output,
            "milliamp: cannot read the report .: Is a directory\n");
  shell("sed -i 's/\"instances\": [0-9]*/\"instances\": -1/' 0.json");
  EXPECT_EQ(shell("milliamp report merge 0.json").output,
            "milliamp: 0.json is not a report written with MILLIAMP_OPTIONS=report_format=json: "
            "'instances' must be a non-negative integer, not -1\n");
  EXPECT_THAT(shell("milliamp report merge --format pdf 1.json").output,
              HasSubstr("bad value 'pdf' for 'report_format'"));
}

MILLIAMP_FOR_ONE_COMPILER(Explore);
MILLIAMP_FOR_ONE_COMPILER(Campaign);

}  // namespace

}  // namespace milliamp::tests
