// The manual pages and the completions of shells.

#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace milliamp::tests {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

const std::string documents = MILLIAMP_TEST_DOCUMENTS "/";

class Documents : public testing::Test {
 protected:
  bool has(const std::string& program) const {
    return here.shell("command -v " + program).status == 0;
  }
  std::string help() const { return here.shell("'" MILLIAMP_TEST_COMMAND "' --help").output; }

  /// The names of commands, from `milliamp --help`.
  std::set<std::string> commands() const {
    std::set<std::string> names;
    std::istringstream lines(here.shell("'" MILLIAMP_TEST_COMMAND "' no-command").output);
    std::string text;
    std::getline(lines, text, ';');
    std::getline(lines, text, ';');  // the commands are run, c++ and report
    text = std::regex_replace(text, std::regex("^ the commands are | and |,"), " ");
    std::istringstream words(text);
    for (std::string word; words >> word;) names.insert(word);
    return names;
  }

  /// What bash offers for a line whose last word is being typed.
  std::set<std::string> bash(const std::string& line) const {
    const auto result = here.shell("bash -c '. \"" + documents +
                                   "milliamp.bash\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); "
                                   "_milliamp; printf \"%s\\n\" \"${COMPREPLY[@]}\"' bash " +
                                   line);
    std::istringstream lines(result.output);
    std::set<std::string> offered;
    for (std::string word; std::getline(lines, word);) {
      if (!word.empty()) offered.insert(word);
    }
    return offered;
  }

  test_directory here;
};

std::string read(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST_F(Documents, TheHelpListsTheOptionsOfARun) {
  const std::string options =
      here.shell("MILLIAMP_OPTIONS=help=1 '" MILLIAMP_TEST_COMMAND "' run").output;
  EXPECT_THAT(help(), HasSubstr(options.substr(options.find('\n') + 1)));
}

TEST_F(Documents, TheManualListsEveryCommandAndOption) {
  const std::string manual =
      std::regex_replace(read(documents + "milliamp.1"), std::regex("\\\\"), "");
  ASSERT_THAT(commands(), Contains("c++"));
  for (const std::string& command : commands()) {
    EXPECT_THAT(manual, AllOf(HasSubstr("\n.SS " + command + "\n"),
                              HasSubstr("\nmilliamp " + command + " ")));
  }
  const std::string text = help();
  const std::regex option("\n +(?:-\\w,)?(--[a-z-]+)");
  for (std::sregex_iterator at(text.begin(), text.end(), option), end; at != end; ++at) {
    EXPECT_THAT(manual, HasSubstr("fB" + (*at)[1].str() + "fR"));
  }
}

TEST_F(Documents, TheManualListsTheOptionsOfARun) {
  const std::string manual =
      std::regex_replace(read(documents + "milliamp-options.7"), std::regex("\\\\-"), "-");
  const std::string text = help();
  const std::regex option("\n  (\\w+)=(\\S+)\n +(.*)");
  int count = 0;
  for (std::sregex_iterator at(text.begin(), text.end(), option), end; at != end; ++at, ++count) {
    EXPECT_THAT(manual, HasSubstr("\\fB" + (*at)[1].str() + "\\fR=\\fI" + (*at)[2].str() +
                                  "\\fR\n" + (*at)[3].str() + "\n"));
  }
  EXPECT_GT(count, 20);
}

TEST_F(Documents, TheManualListsTheKindsOfFindings) {
  const std::string manual =
      std::regex_replace(read(documents + "milliamp-findings.7"), std::regex("\\\\-"), "-");
  const std::string kinds = here.shell("'" MILLIAMP_TEST_COMMAND "' explain").output;
  const std::regex name("\n  ([a-z-]+) ");
  int count = 0;
  for (std::sregex_iterator at(kinds.begin(), kinds.end(), name), end; at != end; ++at, ++count) {
    EXPECT_THAT(manual, HasSubstr("\\fB" + (*at)[1].str() + "\\fR\n"));
  }
  EXPECT_GT(count, 5);
}

TEST_F(Documents, TheManualsAreWithoutMistakesOfTheirLanguage) {
  if (!has("man") || !has("groff")) GTEST_SKIP() << "man is not installed";
  for (const char* page : {"milliamp.1", "milliamp-options.7", "milliamp-findings.7"}) {
    const auto result =
        here.shell("MANROFFSEQ= LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z '" + documents +
                   page + "' >/dev/null");
    EXPECT_EQ(result.output, "") << page;
    EXPECT_EQ(result.status, 0) << page;
  }
}

TEST_F(Documents, BashCompletesCommandsAndOptions) {
  EXPECT_EQ(bash("milliamp ''"), commands());
  EXPECT_THAT(bash("milliamp ex"), UnorderedElementsAre("explain", "explore"));
  EXPECT_THAT(bash("milliamp --v"), UnorderedElementsAre("--version"));
  EXPECT_THAT(bash("milliamp run --c"),
              UnorderedElementsAre("--check", "--cxx", "--counts", "--counts-json"));
  EXPECT_THAT(bash("milliamp c++ --f"), UnorderedElementsAre("--fast"));
  EXPECT_THAT(bash("milliamp c++ --h"), IsEmpty()) << "--help is the compiler's";
}

TEST_F(Documents, BashCompletesValues) {
  EXPECT_THAT(bash("milliamp explain barrier"), UnorderedElementsAre("barrier-divergence"));
  EXPECT_THAT(bash("milliamp report ''"), UnorderedElementsAre("merge"));
  EXPECT_THAT(bash("milliamp report merge --format ''"),
              AllOf(Contains("text"), Contains("json"), Contains("sarif")));
  EXPECT_THAT(bash("milliamp lesson 1"), UnorderedElementsAre("1", "10", "11", "12"));
  EXPECT_THAT(bash("milliamp explore --schedules ''"),
              UnorderedElementsAre("random", "pct", "interleave"));
  EXPECT_THAT(bash("milliamp trace --format ''"), UnorderedElementsAre("chrome"));
  EXPECT_THAT(bash("milliamp lint --allow glo"), UnorderedElementsAre("globals"));
  here.write("kernel.cpp", "");
  here.write("directory/file", "");
  EXPECT_THAT(bash("milliamp trace -o ''"), UnorderedElementsAre("kernel.cpp", "directory"));
  EXPECT_THAT(bash("milliamp explore --recordings ''"), UnorderedElementsAre("directory"));
  EXPECT_THAT(bash("milliamp run --cxx bas"), Contains("bash"));
}

TEST_F(Documents, BashLeavesTheArgumentsOfTheProgramAlone) {
  EXPECT_THAT(bash("milliamp run kernel.cpp -- --c"), IsEmpty());
}

TEST_F(Documents, ZshReadsItsCompletion) {
  if (!has("zsh")) GTEST_SKIP() << "zsh is not installed";
  EXPECT_EQ(here.shell("zsh -n '" + documents + "_milliamp'").output, "");
  // In a terminal of its own, zsh completes a line.
  const auto expect_completed = [&](const std::string& typed, const std::string& completed) {
    const auto result = here.shell(
        "cat > complete.zsh <<'END'\n"
        "zmodload zsh/zpty\n"
        "zpty shell zsh -f -i\n"
        "zpty -w shell 'PS1=; fpath=(\"" +
        documents +
        "\" $fpath); autoload -Uz compinit; compinit -D -u; LISTMAX=9999'\n"
        "zpty -w -n shell $'milliamp " +
        typed + "\\t'\nzpty -r shell text '*" + completed +
        "*'\n"
        "print -r -- $text\n"
        "END\n"
        "timeout 20 zsh -f complete.zsh");
    EXPECT_THAT(result.output, HasSubstr(completed));
  };
  expect_completed("expla\\tbarrier-div", "barrier-divergence");
  expect_completed("lint --allow glob", "globals");
  expect_completed("explore --schedules inter", "interleave");
  expect_completed("trace --format ch", "chrome");
}

TEST_F(Documents, FishCompletesCommandsOptionsAndValues) {
  if (!has("fish")) GTEST_SKIP() << "fish is not installed";
  const auto fish = [&](const std::string& line) {
    return here
        .shell("HOME=. fish -c 'source \"" + documents + "milliamp.fish\"; complete -C \"" + line +
               "\"'")
        .output;
  };
  EXPECT_THAT(fish("milliamp ex"), AllOf(HasSubstr("explain\t"), HasSubstr("explore\t")));
  EXPECT_THAT(fish("milliamp run --c"), AllOf(HasSubstr("--check\t"), HasSubstr("--cxx\t")));
  EXPECT_THAT(fish("milliamp explain barrier"), HasSubstr("barrier-divergence"));
  EXPECT_THAT(fish("milliamp report merge --format j"), HasSubstr("json"));
  EXPECT_EQ(fish("milliamp lesson 1"), "1\n10\n11\n12\n");
  EXPECT_THAT(fish("milliamp explore --schedules "),
              AllOf(HasSubstr("random\t"), HasSubstr("pct\t"), HasSubstr("interleave\t")));
  EXPECT_THAT(fish("milliamp trace --format c"), HasSubstr("chrome"));
  EXPECT_THAT(fish("milliamp lint --allow glo"), HasSubstr("globals"));
  here.write("kernel.json", "");
  EXPECT_THAT(fish("milliamp explain "), Not(HasSubstr("kernel.json")));
  EXPECT_EQ(fish("milliamp report "), "merge\n");
  EXPECT_THAT(fish("milliamp report merge "), HasSubstr("kernel.json"));
}

}  // namespace
}  // namespace milliamp::tests
