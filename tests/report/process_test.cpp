// What becomes of findings and of the exit status, however the process ends.

#include "report/racy_program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <csignal>
#include <string>
#include <vector>

namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using ProcessTest = milliamp::tests::RacyProgramTest;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

TEST_F(ProcessTest, SaysNothingWhenNothingIsFound) {
  const auto result = racy("none");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output, IsEmpty());
}

TEST_F(ProcessTest, ExitsWith66WhereItWouldReturn0) {
  const auto result = racy("one");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, AllOf(StartsWith("milliamp: race: "), HasSubstr("total")));
}

TEST_F(ProcessTest, LeavesAnotherExitStatusAlone) { EXPECT_EQ(racy("one return_3").status, 3); }

TEST_F(ProcessTest, TakesTheExitStatusFromTheOptions) {
  EXPECT_EQ(racy("one", "exitcode=5").status, 5);
  EXPECT_EQ(racy("one", "exitcode=0").status, 0);
}

TEST_F(ProcessTest, ReportsAProgramThatExits) {
  for (const char* ending : {"exit", "quick_exit"}) {
    const auto result = racy(std::string("one ") + ending);
    EXPECT_EQ(result.status, 66) << ending;
    EXPECT_EQ(count(result.output, "milliamp: race: "), 1u) << ending;
    EXPECT_THAT(result.output, HasSubstr("milliamp: 1 finding in")) << ending;
  }
}

TEST_F(ProcessTest, HasWrittenWhatItFoundWhenTheProgramCrashes) {
  const std::pair<const char*, int> endings[] = {
      {"abort", SIGABRT}, {"throw", SIGABRT}, {"segfault", SIGSEGV}};
  for (const auto& [ending, signal] : endings) {
    const auto result = racy(std::string("one ") + ending);
    EXPECT_EQ(result.status, 128 + signal) << ending;
    EXPECT_EQ(count(result.output, "milliamp: race: "), 1u) << ending;
  }
}

TEST_F(ProcessTest, HasWrittenAWholeFileWhenTheProgramCrashes) {
  for (const char* ending : {"abort", "throw", "segfault"}) {
    EXPECT_GT(racy(std::string("two ") + ending, "report_format=json:report_path=report").status,
              128);
    const auto report = nlohmann::json::parse(read("report"));
    EXPECT_EQ(report.at("findings").size(), 2u) << ending;
  }
}

TEST_F(ProcessTest, FlushesWhatTheProgramHasPrinted) {
  const auto result = racy("one print 2>&-");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, AllOf(HasSubstr("text in cout"), HasSubstr("text in stdout"),
                                   HasSubstr("text of an exit handler")));
}

TEST_F(ProcessTest, EndsWhileAThreadWaitsForInput) {
  const auto result =
      here.shell("mkfifo nothing_to_read; exec 3<>nothing_to_read; '" MILLIAMP_TEST_RACY
                 "' one read_stdin <&3");
  EXPECT_EQ(result.status, 66);
}

TEST_F(ProcessTest, FoldsWhatArisesAgainIntoOne) {
  const auto result = racy("thrice");
  EXPECT_EQ(count(result.output, "milliamp: race: "), 1u);
  EXPECT_THAT(result.output, HasSubstr("milliamp: 1 finding in "));
}

TEST_F(ProcessTest, ReportsAsManyAsMaxReportsSaysAndCountsTheRest) {
  const auto result = racy("two", "max_reports=1");
  EXPECT_EQ(count(result.output, "milliamp: race: "), 1u);
  EXPECT_THAT(result.output, HasSubstr("; 1 finding not shown (max_reports=1)"));

  const auto none = racy("two", "max_reports=0");
  EXPECT_EQ(none.status, 66);
  EXPECT_THAT(none.output, StartsWith("milliamp: 2 findings in"));
}

TEST_F(ProcessTest, SaysHowToRepeatTheRun) {
  EXPECT_THAT(racy("one", "schedule=random:seed=7").output,
              HasSubstr("to repeat this run: MILLIAMP_OPTIONS=schedule=random:seed=7\n"));
}

TEST_F(ProcessTest, CollectsFromSeveralHostThreads) {
  const auto result = racy("threads");
  EXPECT_EQ(result.status, 66);
  EXPECT_EQ(count(result.output, "milliamp: race: "), 2u);
  EXPECT_THAT(result.output, HasSubstr("milliamp: 2 findings in"));
}

TEST_F(ProcessTest, LeavesWhatAScopeCollectsToTheScope) {
  const auto result = racy("collected");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output, "collected 1\n");
}

// --- Options -------------------------------------------------------------------------------------

TEST_F(ProcessTest, PrintsTheOptionsAndExits) {
  const auto result = racy("one print", "schedule=random:help=1");
  EXPECT_EQ(result.status, 0);
  EXPECT_THAT(result.output,
              AllOf(StartsWith("The keys of MILLIAMP_OPTIONS, with their values and defaults:\n"),
                    HasSubstr("  report_format=text|json|sarif"),
                    HasSubstr("  seed=N\n        the seed of the random schedules (default: 0)\n"),
                    Not(HasSubstr("total")), Not(HasSubstr("text in"))));
}

TEST_F(ProcessTest, SaysHowToRepeatARunWithAQuotedValue) {
  const std::string options = "schedule=random:seed=7:suppressions=\"a:b\"";
  here.write("a:b", "");
  EXPECT_THAT(racy("one", options).output,
              HasSubstr("to repeat this run: MILLIAMP_OPTIONS='" + options + "'\n"));
}

// The files that the options name would be written with the rights of the program's owner.
TEST_F(ProcessTest, IgnoresOptionsWithRaisedPrivileges) {
  const std::string set_up = "cp '" MILLIAMP_TEST_RACY
                             "' racy && chown 0 racy && chmod 4755 racy && chmod 777 . && "
                             "setpriv --reuid=65534 --clear-groups ";
  if (here.shell(set_up + "./racy none").status != 0) {
    GTEST_SKIP() << "a program cannot be made set-user-ID here";
  }
  const auto result = here.shell(
      "MILLIAMP_OPTIONS=exitcode=5:report_path=report "
      "setpriv --reuid=65534 --clear-groups ./racy one; s=$?; test ! -e report && exit $s");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, StartsWith("milliamp: race: "));
}

// --- halt_on_error -------------------------------------------------------------------------------

TEST_F(ProcessTest, HaltsAtTheFirstFinding) {
  const auto result = racy("two return_3", "halt_on_error=1");
  EXPECT_EQ(result.status, 66);
  EXPECT_EQ(count(result.output, "milliamp: race: "), 1u);
  EXPECT_EQ(racy("two", "halt_on_error=1:exitcode=5").status, 5);
  EXPECT_EQ(racy("two abort", "halt_on_error=1:exitcode=0").status, 0);
}

TEST_F(ProcessTest, HaltsAtTheSameFindingInEveryRun) {
  const std::string first = racy("tiles", "halt_on_error=1:workers=8").output;
  EXPECT_THAT(first, HasSubstr("tile (128)"));
  for (int run = 1; run < 12; ++run) {
    EXPECT_EQ(racy("tiles", "halt_on_error=1:workers=8").output, first);
  }
}

// What the second access will write is not known yet.
TEST_F(ProcessTest, HaltsWhenARaceWithinATileIsDetected) {
  EXPECT_THAT(racy("same_value").output, HasSubstr("same value"));
  EXPECT_THAT(racy("same_value", "halt_on_error=1").output,
              AllOf(HasSubstr("write and write of found"), Not(HasSubstr("same value"))));
}

TEST_F(ProcessTest, GoesOnAfterAFindingThatAScopeCollects) {
  const auto result = racy("collected", "halt_on_error=1");
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.output, racy("collected").output);
}

TEST_F(ProcessTest, AbortsAtTheFirstFinding) {
  const auto result = racy("two return_3", "abort_on_error=1");
  EXPECT_EQ(result.status, 128 + 6);
  EXPECT_EQ(count(result.output, "milliamp: race: "), 1u);
  EXPECT_EQ(count(result.output, "crash"), 0u);
}

TEST_F(ProcessTest, WritesEveryFormatBeforeItHalts) {
  const auto result = racy("two", "halt_on_error=1:report_format=json");
  EXPECT_EQ(result.status, 66);
  EXPECT_EQ(nlohmann::json::parse(result.output).at("findings").size(), 1u);
}

// --- report_path ---------------------------------------------------------------------------------

TEST_F(ProcessTest, WritesToTheFileThatReportPathNames) {
  const auto result = racy("one", "report_path=report");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(result.output, IsEmpty());
  EXPECT_THAT(read("report"),
              AllOf(StartsWith("milliamp: race: "), HasSubstr("milliamp: 1 finding")));
}

TEST_F(ProcessTest, WritesToAFileWithAColonInItsName) {
  EXPECT_EQ(racy("one", "report_path=\"a:b\":exitcode=5").status, 5);
  EXPECT_THAT(read("a:b"), StartsWith("milliamp: race: "));
}

constexpr int unwritten = 74;  // EX_IOERR

TEST_F(ProcessTest, ReportsElsewhereWhenTheFileCannotBeWritten) {
  for (const char* format : {"text", "json"}) {
    const auto result = racy("one", std::string("report_path=none/report:report_format=") + format);
    EXPECT_EQ(result.status, unwritten);
    EXPECT_THAT(result.output, StartsWith("milliamp: report_path: cannot write 'none/report': No "
                                          "such file or directory; reporting here\n"));
    EXPECT_EQ(count(result.output, "write and write of total"), 1u) << result.output;
  }
  EXPECT_EQ(racy("none", "report_path=none/report").status, unwritten);
  EXPECT_EQ(racy("one return_3", "report_path=none/report").status, 3);
}

TEST_F(ProcessTest, SaysWhatElseCannotBeWritten) {
  for (const std::string option : {"counts_path", "values_path", "trace_path"}) {
    const std::pair<const char*, const char*> cases[] = {{"none/file", "No such file or directory"},
                                                         {"/dev/full", "No space left on device"}};
    for (const auto& [path, reason] : cases) {
      const std::string message =
          "milliamp: " + option + ": cannot write '" + path + "': " + reason + '\n';
      const auto result = racy("one", option + '=' + path);
      EXPECT_EQ(result.status, unwritten) << message;
      EXPECT_EQ(count(result.output, message), 1u) << result.output;
      EXPECT_EQ(count(result.output, "milliamp: race: "), 1u) << result.output;
      EXPECT_EQ(racy("one return_3", option + '=' + path).status, 3);
    }
    EXPECT_EQ(racy("one", option + "=file").status, 66);
  }
}

// A report that is longer than a buffer of the C library fails earlier.
TEST_F(ProcessTest, ReportsElsewhereWhenADeviceIsFull) {
  for (const char* format : {"text", "sarif"}) {
    const auto result = racy("one", std::string("report_path=/dev/full:report_format=") + format);
    EXPECT_EQ(result.status, unwritten);
    EXPECT_THAT(result.output, AllOf(HasSubstr("cannot write '/dev/full': No space left on device"),
                                     HasSubstr("race")));
  }
}

// A limit on the size of files has the effect of a full disk.
TEST_F(ProcessTest, LeavesTheFileAsItIsWhenTheDiskIsFull) {
  racy("none", "report_path=report:report_format=json");
  const std::string earlier = read("report");
  const auto result = here.shell(
      "trap '' XFSZ; ulimit -f 1; MILLIAMP_OPTIONS=report_path=report:"
      "report_format=json '" MILLIAMP_TEST_RACY "' two");
  EXPECT_EQ(result.status, unwritten);
  EXPECT_THAT(result.output, AllOf(HasSubstr("cannot write 'report': File too large; reporting"),
                                   HasSubstr("\"kind\": \"race\"")));
  EXPECT_EQ(read("report"), earlier);
  EXPECT_EQ(here.shell("ls -A").output, "report\n") << "no part is left behind";
}

TEST_F(ProcessTest, NamesTheFileAfterTheProcessAndTheProgram) {
  here.shell("mkdir reports");
  const auto result = here.shell(
      "MILLIAMP_OPTIONS=report_path=reports/%n-%p%%-%t-%x.txt "
      "'" MILLIAMP_TEST_RACY "' one & wait $!; echo \"$! $?\"; ls reports");
  const std::string process = result.output.substr(0, result.output.find(' '));
  EXPECT_EQ(result.output, process + " 66\ntest_report_racy-" + process + "%-none-%x.txt\n");
}

TEST_F(ProcessTest, KeepsTheModeAndTheLinksOfFiles) {
  here.write("real", "");
  here.shell(
      "chmod 604 real; ln -s real link; umask 027; MILLIAMP_OPTIONS=report_path=new "
      "'" MILLIAMP_TEST_RACY "' one");
  racy("one", "report_path=link");
  EXPECT_THAT(read("real"), StartsWith("milliamp: race: "));
  EXPECT_EQ(here.shell("stat -c %a new real; test -L link").output, "640\n604\n");
}

TEST_F(ProcessTest, AppendsToStandardOutput) {
  const auto result = racy("one print > output", "report_path=/dev/stdout");
  EXPECT_EQ(result.status, 66);
  EXPECT_THAT(read("output"), AllOf(HasSubstr("text in stdout"), HasSubstr("milliamp: race: ")));
}

TEST_F(ProcessTest, KeepsThePositionOfAnOpenFile) {
  for (const char* path : {"/dev/fd/1", "/proc/self/fd/1"}) {
    racy("one print > output", std::string("report_path=") + path);
    EXPECT_THAT(read("output"), AllOf(HasSubstr("text in stdout"), HasSubstr("milliamp: race: ")));
  }
}

TEST_F(ProcessTest, HasOneReportWhenTheProgramChangesTheDirectory) {
  EXPECT_EQ(racy("moved", "report_format=json:report_path=report").status, 66);
  EXPECT_EQ(here.shell("grep -c '\"kind\": \"race\"' report; ls").output, "2\nreport\n");
}

TEST_F(ProcessTest, NamesOtherFilesAfterTheProcess) {
  racy("one", "counts_path=%n.json");
  EXPECT_EQ(here.shell("ls").output, "test_report_racy.json\n");
}

TEST_F(ProcessTest, AppendsToTheReportsOfEarlierRuns) {
  for (const std::string format : {"text", "github"}) {
    const auto options = [&](const char* path) {
      return std::string("report_path=") + path + ":report_format=" + format;
    };
    racy("one", options("one"));
    racy("two", options("two"));
    here.write("all", "an earlier report\n");
    EXPECT_EQ(racy("one", options("all")).status, 66);
    EXPECT_EQ(racy("none", options("all")).status, 0);
    EXPECT_EQ(racy("two", options("all")).status, 66);
    EXPECT_EQ(read("all"), "an earlier report\n" + read("one") + read("two")) << format;
    here.shell("rm one two");
  }
}

TEST_F(ProcessTest, LosesNoTextWhenProcessesEndAtOnce) {
  here.shell(
      "export MILLIAMP_OPTIONS=report_path=report; for i in $(seq 10); do "
      "'" MILLIAMP_TEST_RACY "' one & '" MILLIAMP_TEST_RACY "' two & done; wait");
  EXPECT_EQ(count(read("report"), "milliamp: race: "), 30u);
  EXPECT_EQ(count(read("report"), "milliamp: 1 finding in"), 10u);
  EXPECT_EQ(count(read("report"), "milliamp: 2 findings in"), 10u);
  EXPECT_EQ(here.shell("ls -A").output, "report\n");
}

/// A run that has findings before and after another one has used the file.
constexpr const char* interrupted_run =
    "rm -f report continue; '" MILLIAMP_TEST_RACY
    "' interrupted & while ! test -s report; do sleep 0.01; done; '" MILLIAMP_TEST_RACY
    "' one; touch continue; wait";

TEST_F(ProcessTest, AppendsWhatIsNewAfterOthersHaveReported) {
  here.shell(std::string("export MILLIAMP_OPTIONS=report_path=report; ") + interrupted_run);
  EXPECT_EQ(count(read("report"), "milliamp: race: "), 3u);
  EXPECT_EQ(count(read("report"), "milliamp: 1 finding in"), 1u);
  EXPECT_EQ(count(read("report"), "milliamp: 2 findings in"), 1u);
}

TEST_F(ProcessTest, CountsNothingTwiceAfterOthersHaveReported) {
  here.shell(std::string("export MILLIAMP_OPTIONS=report_path=report:report_format=json; ") +
             interrupted_run);
  const auto document = nlohmann::json::parse(read("report"));
  EXPECT_EQ(document["runs"], 2);
  EXPECT_EQ(document["instances"], 4);
  ASSERT_EQ(document["findings"].size(), 2u);
  EXPECT_EQ(document["findings"][0]["count"], 3);
  EXPECT_EQ(document["findings"][0]["runs"], 2);
  EXPECT_EQ(document["findings"][1]["count"], 1);
  EXPECT_EQ(document["findings"][1]["runs"], 1);

  here.shell(std::string("export MILLIAMP_OPTIONS=report_path=report:report_format=sarif; ") +
             interrupted_run);
  const auto run = nlohmann::json::parse(read("report"))["runs"][0];
  EXPECT_EQ(run["invocations"].size(), 2u);
  ASSERT_EQ(run["results"].size(), 2u);
  EXPECT_EQ(run["results"][0]["occurrenceCount"], 3);
  EXPECT_EQ(run["results"][1]["occurrenceCount"], 1);
}

TEST_F(ProcessTest, LeavesAFileThatIsNoReportAsItIs) {
  const std::vector<std::array<std::string, 3>> cases = {
      {"json", "my notes\n", "the existing file is not a report written with report_format=json ("},
      {"json", "{}", "the existing file is not a report written with report_format=json ("},
      {"sarif", "my notes\n",
       "the existing file is not a report written with report_format=sarif ("},
      {"sarif", R"({"runs": [{"tool": {"driver": {"name": "lint"}}}]})",
       "it is a log of another tool or of another version of Milliamp; reporting here\n"}};
  for (const auto& [format, text, reason] : cases) {
    here.write("report", text);
    const auto result = racy("one", "report_path=report:report_format=" + format);
    EXPECT_EQ(result.status, unwritten) << text;
    EXPECT_THAT(result.output,
                StartsWith("milliamp: report_path: cannot write 'report': " + reason));
    EXPECT_THAT(result.output, HasSubstr("total")) << text;
    EXPECT_EQ(read("report"), text);
  }
}

TEST_F(ProcessTest, WritesJsonOnceIntoAPipe) {
  const auto result = racy("two 2>&1 | cat", "report_path=/dev/stderr:report_format=json");
  EXPECT_EQ(nlohmann::json::parse(result.output).at("findings").size(), 2u);
}

TEST_F(ProcessTest, UsesColorsWhereTheOptionsSay) {
  EXPECT_THAT(racy("one").output, Not(HasSubstr("\033[")));
  EXPECT_THAT(racy("one", "color=always").output, HasSubstr("\033["));
}

}  // namespace
