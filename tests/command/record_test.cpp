// `milliamp trace`, `milliamp view` and `milliamp run --counts`.

#include "command/command_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace milliamp::tests {
namespace {

using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* exchange = R"(
#include <amp.h>
using namespace concurrency;
int main(int argc, char**) {
  int numbers[4] = {};
  array_view<int> v(4, numbers);
  parallel_for_each(v.extent.tile<2>(), [=](tiled_index<2> t) restrict(amp) {
    tile_static int pair[2];
    pair[t.local[0]] = argc;
    t.barrier.wait();
    v[t] = pair[1 - t.local[0]];
  });
}
)";

class Record : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    here.write("exchange.cpp", exchange);
  }
};

TEST_P(Record, TracesASourceAndDrawsIt) {
  const auto traced = shell("milliamp trace -o recording exchange.cpp -- one two");
  EXPECT_EQ(traced.status, 0);
  EXPECT_EQ(traced.output,
            "milliamp: the recording is in recording; to view it, run: milliamp view recording\n");
  EXPECT_EQ(shell("milliamp view --text --thread 2 recording").output,
            "milliamp: the tile has no thread 2; its threads are 0 to 1\n");
  const auto drawn = shell("milliamp view --text --tile 1 recording");
  EXPECT_EQ(drawn.status, 0);
  EXPECT_THAT(drawn.output, AllOf(HasSubstr("Tile (1), number 1: threads 0 to 1 of 2\n"),
                                  HasSubstr("   9 write pair         [0]=3         [1]=3\n"),
                                  HasSubstr("  10 ===== barrier: all threads continue ====")));
  EXPECT_THAT(shell("milliamp view --json recording").output, StartsWith("{\"format\":1,"));
}

TEST_P(Record, TracesAProgramAsChromeEvents) {
  const auto traced = shell(
      "milliamp c++ --check -std=c++17 exchange.cpp -o exchange && "
      "milliamp trace --format=chrome --tiles 1 -o trace.json exchange && cat trace.json");
  EXPECT_EQ(traced.status, 0);
  EXPECT_THAT(traced.output,
              AllOf(HasSubstr("milliamp: open trace.json in chrome://tracing or ui.perfetto.dev\n"),
                    HasSubstr("{\"traceEvents\":[")));
}

TEST_P(Record, LeavesWhatIsNoFile) {
  const auto traced = shell("mkfifo pipe && milliamp trace -o pipe exchange.cpp; test -p pipe");
  EXPECT_EQ(traced.status, 0);
  EXPECT_EQ(traced.output, "milliamp: cannot record to 'pipe', which is not a regular file\n");
}

constexpr int unwritten = 74;  // EX_IOERR

TEST_P(Record, SaysThatARecordingIsNotComplete) {
  const auto traced = shell(
      "milliamp c++ --check -std=c++17 exchange.cpp -o exchange && trap '' XFSZ && ulimit -f 1 && "
      "milliamp trace -o recording exchange");
  EXPECT_EQ(traced.status, unwritten);
  EXPECT_EQ(traced.output,
            "milliamp: trace_path: cannot write 'recording': File too large\n"
            "milliamp: the recording in recording is incomplete\n");
}

TEST_P(Record, SaysWhatCannotBeWritten) {
  const auto traced = shell("milliamp trace -o none/recording exchange.cpp");
  EXPECT_EQ(traced.status, unwritten);
  EXPECT_EQ(traced.output, "milliamp: cannot write 'none/recording': No such file or directory\n");

  const auto counted = shell("milliamp run --counts-json /dev/full exchange.cpp");
  EXPECT_EQ(counted.status, unwritten);
  EXPECT_EQ(counted.output,
            "milliamp: counts_path: cannot write '/dev/full': No space left on device\n");

  for (const char* const command : {"--help", "explain"}) {
    const auto printed = shell(std::string("milliamp ") + command + " > /dev/full");
    EXPECT_EQ(printed.status, unwritten);
    EXPECT_EQ(printed.output,
              "milliamp: cannot write to standard output: No space left on device\n");
  }
}

TEST_P(Record, SaysThatNothingWasRecorded) {
  EXPECT_THAT(shell("milliamp trace arguments.cpp").output,
              HasSubstr("milliamp: nothing was recorded: no kernel ran on the checking engine"));
  EXPECT_EQ(
      shell("milliamp trace --launch 7 exchange.cpp; test -e milliamp.trace || echo none").output,
      "milliamp: nothing was recorded: the checking engine (REF) ran no launch numbered 7 or "
      "higher\nnone\n");
}

TEST_P(Record, KeepsAnEarlierRecordingUnlessThereIsANewOne) {
  ASSERT_EQ(shell("milliamp trace exchange.cpp && cp milliamp.trace first").status, 0);
  const std::string kept = "milliamp: milliamp.trace still holds the earlier recording\n";
  for (const char* const command :
       {"milliamp trace arguments.cpp", "milliamp trace --launch 7 exchange.cpp",
        "milliamp trace -Dmain= exchange.cpp 2>&1", "milliamp trace /bin/true"}) {
    EXPECT_THAT(shell(command).output, EndsWith(kept)) << command;
    EXPECT_EQ(shell("cmp first milliamp.trace && ls -A | grep -c milliamp.trace").output, "1\n");
  }
  EXPECT_EQ(shell("milliamp trace absent.cpp; cmp first milliamp.trace").status, 0);
  EXPECT_EQ(shell("milliamp trace exchange.cpp -- one && ls -A | grep -c milliamp.trace").output,
            "milliamp: the recording is in milliamp.trace; to view it, run: milliamp view "
            "milliamp.trace\n1\n");
  EXPECT_EQ(shell("cmp -s first milliamp.trace").status, 1);
}

TEST_P(Record, SaysThatNoKernelRanToItsEnd) {
  here.write("ends.cpp", R"(
#include <amp.h>
#include <cstdlib>
using namespace concurrency;
int main() {
  parallel_for_each(extent<1>(4).tile<2>(), [=](tiled_index<2>) restrict(amp) { _exit(3); });
}
)");
  const auto traced = shell("milliamp trace --no-language -include unistd.h ends.cpp");
  EXPECT_EQ(traced.status, 3);
  EXPECT_EQ(
      traced.output,
      "milliamp: nothing was recorded: no kernel ran to its end on the checking engine (REF)\n");
}

TEST_P(Record, ShowsAnUntiledLaunch) {
  here.write("untiled.cpp", R"(
#include <amp.h>
using namespace concurrency;
int main() {
  int sum = 0;
  array_view<int> total(1, &sum);
  parallel_for_each(extent<1>(4), [=](index<1> i) restrict(amp) { total[0] = i[0]; });
}
)");
  shell("milliamp trace untiled.cpp");
  const auto shown = shell("milliamp view --text milliamp.trace");
  EXPECT_EQ(shown.status, 0);
  EXPECT_THAT(shown.output, AllOf(StartsWith("Launch 1, "), HasSubstr("over extent (4)\n"),
                                  HasSubstr("\nFinding: "), HasSubstr("No tile is recorded")));
  EXPECT_EQ(shell("milliamp view --text --tile 1 milliamp.trace").status, 2);
}

TEST_P(Record, NeedsTheCheckingEngine) {
  for (const char* const what : {"exchange.cpp", "/bin/true"}) {
    const auto traced = shell(std::string("milliamp trace --fast ") + what);
    EXPECT_EQ(traced.status, 2);
    EXPECT_EQ(traced.output, "milliamp: trace needs the checking engine; remove --fast\n");
  }
}

TEST_P(Record, QuotesTheNamesOfFiles) {
  EXPECT_EQ(shell("milliamp trace -o 'a b' exchange.cpp").output,
            "milliamp: the recording is in a b; to view it, run: milliamp view 'a b'\n");
}

TEST_P(Record, RefusesWhatIsNoRecording) {
  here.write("notes.txt", "no recording");
  const auto result = shell("milliamp view --text notes.txt");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.output, "milliamp: 'notes.txt': the file is not a recording\n");
  EXPECT_EQ(shell("milliamp view --text /").output, "milliamp: cannot read '/': Is a directory\n");
}

TEST_P(Record, Counts) {
  EXPECT_THAT(shell("milliamp run --counts --counts-json counts exchange.cpp && cat counts").output,
              AllOf(HasSubstr("milliamp: Counts of launch 1, main::"),
                    HasSubstr("4 threads in 2 tiles of 2\n"), HasSubstr("{\"launch\":1,")));
}

MILLIAMP_FOR_EACH_COMPILER(Record);

}  // namespace
}  // namespace milliamp::tests
