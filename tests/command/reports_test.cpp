// What others make of reports: code hosts, editors, and people who suppress findings.

#include "command_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace milliamp::tests {
namespace {

using nlohmann::json;

constexpr const char* racy = R"(#include <amp.h>
using namespace concurrency;
int main() {
  array<int> sum(1);
  parallel_for_each(extent<1>(8).tile<8>(), [&sum](tiled_index<8> t) restrict(amp) {
    tile_static int total;
    total = t.local[0];
    t.barrier.wait();
    if (t.local[0] == 0) sum[0] = total;
  });
}
)";

class Reports : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    here.write("kernel.cpp", racy);
  }

  json sarif(const std::string& source) const {
    shell("rm -f report; MILLIAMP_OPTIONS=report_format=sarif:report_path=report milliamp run " +
          source);
    std::ifstream file(here.path() / "report");
    return json::parse(file)["runs"][0];
  }
};
MILLIAMP_FOR_EACH_COMPILER(Reports);

TEST_P(Reports, NameAFindingAlikeWhenItsLinesMove) {
  const json before = sarif("kernel.cpp")["results"][0];
  here.shell("sed -i '1i // a comment\\n' kernel.cpp");
  const json moved = sarif("kernel.cpp")["results"][0];
  EXPECT_NE(moved["locations"], before["locations"]);
  EXPECT_EQ(moved["partialFingerprints"], before["partialFingerprints"]);
  here.shell("sed -i 's/total = t.local/total = 2 * t.local/' kernel.cpp");
  EXPECT_NE(sarif("kernel.cpp")["results"][0]["partialFingerprints"],
            before["partialFingerprints"]);
}

TEST_P(Reports, NameFilesRelativeToTheRepository) {
  here.shell("mkdir -p top/.git top/sources; mv kernel.cpp top/sources");
  const json run = sarif("top/sources/kernel.cpp");
  const std::string top = "file://" + (here.path() / "top/").string();
  EXPECT_EQ(run["originalUriBaseIds"]["%SRCROOT%"]["uri"], top);
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"],
            json::parse(R"({"uri": "sources/kernel.cpp", "uriBaseId": "%SRCROOT%"})"));
}

TEST_P(Reports, SuggestSuppressions) {
  const auto suggested = shell("milliamp run --suggest-suppressions kernel.cpp");
  EXPECT_EQ(suggested.status, 66);
  EXPECT_THAT(suggested.output, testing::MatchesRegex("# write and write of total [^\n]*\n"
                                                      "# [^\n]*/kernel.cpp:7:5\n"
                                                      "race:\\^total\\$\n"));
  here.write("known", suggested.output);
  const auto run = shell("MILLIAMP_OPTIONS=suppressions=known milliamp run kernel.cpp");
  EXPECT_EQ(run.status, 0);
  EXPECT_THAT(run.output, testing::HasSubstr("suppressed by known"));
}

TEST_P(Reports, SuggestSuppressionsApartFromWhatTheProgramPrints) {
  here.shell(
      R"(sed -i 's/int main() {/#include <cstdio>\n&\n  std::puts("race:hello");/' kernel.cpp)");
  EXPECT_THAT(shell("milliamp run --suggest-suppressions kernel.cpp 2> /dev/null").output,
              testing::AllOf(testing::HasSubstr("race:^total$"),
                             testing::Not(testing::HasSubstr("hello"))));
}

TEST_P(Reports, ShowTheLinesOfTheRunWhenTheyAreMerged) {
  shell("MILLIAMP_OPTIONS=report_format=json:report_path=report.json milliamp run kernel.cpp");
  const std::string merge = "milliamp report merge report.json --format ";
  const auto before = shell(merge + "text");
  const auto document = shell(merge + "sarif");
  EXPECT_EQ(before.status, 66);
  EXPECT_THAT(before.output, testing::HasSubstr("7 |     total = t.local[0];"));
  here.shell("sed -i '1i // a comment' kernel.cpp");
  EXPECT_EQ(shell(merge + "text").output, before.output);
  here.shell("rm kernel.cpp");
  EXPECT_EQ(shell(merge + "text").output, before.output);
  EXPECT_EQ(shell(merge + "sarif").output, document.output);
}

TEST_P(Reports, CountFindingsThatAreNotShownWhenTheyAreMerged) {
  shell(
      "MILLIAMP_OPTIONS=max_reports=0:report_format=json:report_path=report.json "
      "milliamp run kernel.cpp");
  const auto merged = shell("milliamp report merge report.json");
  EXPECT_EQ(merged.status, 66);
  EXPECT_THAT(merged.output, testing::HasSubstr("; 1 finding not shown"));
}

TEST_P(Reports, RefuseWhatIsNestedTooDeeply) {
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  here.write("report.json",
             R"({"tool": {"name": "milliamp"}, "format": 1, "instances": )" + deep + '}');
  const auto merged = shell("milliamp report merge report.json");
  EXPECT_EQ(merged.status, 2);
  EXPECT_THAT(merged.output, testing::HasSubstr("levels of nesting"));
  here.write("compile_commands.json", "[{\"directory\": " + deep + ", \"file\": \"kernel.cpp\"}]");
  EXPECT_THAT(shell("milliamp lint kernel.cpp").output, testing::HasSubstr("levels of nesting"));
}

TEST_P(Reports, NameFilesRelativeToTheRepositoryOfAWorkflow) {
  here.shell("mkdir -p top/.git top/module/.git; mv kernel.cpp top/module");
  const json run = [&] {
    const std::string workspace = "GITHUB_WORKSPACE=" + (here.path() / "top").string() + "/ ";
    shell(workspace +
          "MILLIAMP_OPTIONS=report_format=sarif:report_path=report "
          "milliamp run top/module/kernel.cpp");
    std::ifstream file(here.path() / "report");
    return json::parse(file)["runs"][0];
  }();
  EXPECT_EQ(run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "module/kernel.cpp");
}

TEST_P(Reports, SayWhenStandardOutputIsFull) {
  const std::string reason = "cannot write to standard output: No space left on device\n";
  const auto suggested = shell("milliamp run --suggest-suppressions kernel.cpp > /dev/full");
  EXPECT_EQ(suggested.status, 74);
  EXPECT_EQ(suggested.output, "milliamp: " + reason);

  shell("MILLIAMP_OPTIONS=report_format=json:report_path=report.json milliamp run kernel.cpp");
  for (const char* const format : {"text", "sarif"}) {
    const auto merged =
        shell("milliamp report merge --format " + std::string(format) + " report.json > /dev/full");
    EXPECT_EQ(merged.status, 74);
    EXPECT_THAT(merged.output,
                testing::AllOf(testing::StartsWith("milliamp: report_path: cannot write "
                                                   "'/dev/stdout': No space left on device; "),
                               testing::HasSubstr("write and write of total")));
  }
}

TEST_P(Reports, ReplaceWhatAnEarlierMergeHasWritten) {
  shell("MILLIAMP_OPTIONS=report_format=json:report_path=report.json milliamp run kernel.cpp");
  const std::string merge = "milliamp report merge --format json --output all report.json; ";
  const auto merged = shell(merge + "cp all first; " + merge + "cmp all first");
  EXPECT_EQ(merged.status, 0);
}

/// What a problem matcher of an editor finds in a report: the patterns match consecutive lines.
struct problem {
  std::string file, line, column, message;
};
std::vector<problem> problems_of(const json& matcher, const std::string& report) {
  std::vector<std::string> lines;
  std::istringstream text(report);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  std::vector<problem> found;
  for (std::size_t first = 0; first < lines.size(); ++first) {
    problem here;
    bool matches = true;
    for (std::size_t i = 0; i < matcher["pattern"].size() && matches; ++i) {
      const json& pattern = matcher["pattern"][i];
      const std::regex expression(pattern["regexp"].get<std::string>());
      std::smatch parts;
      const std::string line = first + i < lines.size() ? lines[first + i] : "";
      matches = std::regex_match(line, parts, expression);
      if (!matches) break;
      const auto take = [&](const char* key, std::string& part) {
        if (pattern.contains(key)) part = parts[pattern[key].get<std::size_t>()];
      };
      take("file", here.file);
      take("line", here.line);
      take("column", here.column);
      take("message", here.message);
    }
    if (matches) found.push_back(here);
  }
  return found;
}

/// The task of Visual Studio Code that checks the open file.
struct editor_task {
  editor_task() {
    std::ifstream file(MILLIAMP_TEST_EXAMPLES "/vscode/tasks.json");
    const json task = json::parse(file)["tasks"][0];
    matcher = task["problemMatcher"][1];
    options = task["options"]["env"]["MILLIAMP_OPTIONS"];
    options.erase(options.find("${env:MILLIAMP_OPTIONS}"));
  }
  /// What the matcher finds in the output of a command, which runs in a terminal.
  std::vector<problem> problems(const test_directory& here, const std::string& command,
                                int columns) const {
    here.write("task", "stty cols " + std::to_string(columns) +
                           "\nexport MILLIAMP_OPTIONS=" + options + "\nexec " + command + '\n');
    const std::string output = here.shell("script -qec 'sh ./task' /dev/null").output;
    static const std::regex colors_and_returns("\x1b\\[[0-9;]*[A-Za-z]|\r");
    return problems_of(matcher, std::regex_replace(output, colors_and_returns, ""));
  }

  json matcher;
  std::string options;
};

TEST_P(Reports, AreReadByTheProblemMatcherOfVisualStudioCode) {
  here.write("long.cpp", R"(#include <amp.h>
using namespace concurrency;
struct position_and_velocity_of_a_particle_with_its_mass_and_charge_and_all_that_follows { int x; };
using particle = position_and_velocity_of_a_particle_with_its_mass_and_charge_and_all_that_follows;
int main() {
  particle data[4] = {};
  array_view<particle> view(4, data);
  parallel_for_each(view.extent, [=](index<1> i) restrict(amp) { view[i].x = i[0]; });
  return data[3].x == 3 ? 0 : 1;
}
)");
  const editor_task task;
  const auto expect_one = [&](const std::string& source, int columns, const std::string& place,
                              const std::string& message) {
    const auto found = task.problems(
        here, std::string(MILLIAMP_TEST_COMMAND " run --cxx ") + GetParam() + ' ' + source,
        columns);
    ASSERT_EQ(found.size(), 1u) << source;
    EXPECT_EQ(found[0].file + ':' + found[0].line + ':' + found[0].column, place);
    EXPECT_THAT(found[0].message, testing::MatchesRegex(message));
  };
  expect_one("kernel.cpp", 120, (here.path() / "kernel.cpp:7:5").string(),
             "write and write of total by two threads of one tile.*");
  expect_one("long.cpp", 60, (here.path() / "long.cpp:9:10").string(),
             "the host reads element \\(3\\) of the memory of an "
             "array_view<[a-z_]+_all_that_follows, 1> of extent "
             "\\(4\\), which a kernel has changed, before the view is synchronized");
}

/// The programs of examples/findings, which tests/check compiles with the compiler of this build.
TEST(ReportsOfExamples, AreReadByTheProblemMatcherOfVisualStudioCode) {
  const test_directory here;
  const editor_task task;
  for (const auto& example :
       std::filesystem::directory_iterator(MILLIAMP_TEST_EXAMPLES "/findings")) {
    const std::string kind = example.path().stem();
    for (const int columns : {60, 80, 120}) {
      const auto found = task.problems(here, MILLIAMP_TEST_EXAMPLE_PROGRAMS + kind, columns);
      ASSERT_EQ(found.size(), 1u) << kind << ' ' << columns;
      EXPECT_EQ(found[0].file, example.path());
    }
  }
}

}  // namespace
}  // namespace milliamp::tests
