/// @file
/// The programs of the articles that the project began from compile and run as they are.
///
/// The articles are not part of the repository. The tests read them where they stand beside the
/// checkout, or where the environment variable MILLIAMP_SEEDS says, and are skipped elsewhere;
/// constructs_test.cpp tests the same features with programs of our own.
#include "article.h"
#include "support/shell.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace milliamp::tests {
namespace {

using testing::ContainsRegex;

// --- What the programs must do -------------------------------------------------------------------

/// A program of the articles, and what it must do.
struct lesson {
  const char* name;
  /// A regular expression that finds it among the others.
  const char* mark;
  /// Its output, with any spacing.
  std::string output;
  /// A regular expression for the findings of a checked run; null: none.
  const char* finding = nullptr;
};

/// An 8x9 matrix in 2x3 tiles.
std::string tile_indices() {
  std::ostringstream out;
  const auto print = [&out](int row, const char* name, auto value) {
    for (int column = 0; column < 9; ++column) {
      const auto [r, c] = value(row, column);
      out << name << " (" << r << ',' << c << ") ";
    }
  };
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 9; ++column) out << "Value: " << row * 9 + column << ' ';
    print(row, "Tile:", [](int r, int c) { return std::pair(r / 2, c / 3); });
    print(row, "Global:", [](int r, int c) { return std::pair(r, c); });
    print(row, "Local:", [](int r, int c) { return std::pair(r % 2, c % 3); });
  }
  return out.str();
}

constexpr const char* sum = "7 9 11 13 15";
constexpr const char* averages_of_2x2 =
    "4.5 6.5 8.5 10.5  20.5 22.5 24.5 26.5  36.5 38.5 40.5 42.5  52.5 54.5 56.5 58.5";
constexpr const char* lengths =
    "The number of columns is 4  The number of rows is 3  The depth is 2";
const std::string product = "47 52 57  64 71 78  81 90 99 ";
const std::string tiled_product = "34 44 54 64  82 108 134 160  34 44 54 64  82 108 134 160";

const std::vector<lesson>& lessons() {
  static const std::vector<lesson> all{
      {"addition_without_amp", "void StandardMethod", sum},
      {"addition", "void CppAmpMethod", sum},
      {"addition_of_views", "void AddArrays\\(", sum},
      {"addition_in_a_function", "void AddArraysWithFunction", sum},
      {"index_of_rank_1", "index<1> idx\\(2\\)", "3"},
      {"index_of_rank_2", "index<2> idx\\(1, 2\\)", "6"},
      {"index_of_rank_3", "index<3> idx\\(0, 1, 3\\)", "8"},
      {"lengths_of_a_view", "a\\(2, 3, 4, aCPP\\);\\s*std::cout",
       std::string(lengths) + " Length in most significant dimension is 2"},
      {"extent", "extent<3> e\\(2, 3, 4\\)", lengths},
      {"array_to_vector", "data = a;", "0 10 20 30 40"},
      {"averages_of_views", "int sampledata\\[\\]",
       "3 3 8 8 3 3  3 3 8 8 3 3  5 5 2 2 4 4  5 5 2 2 4 4"},
      {"logarithms", "void MathExample", "0 1 1.77815 2 2.77815 3"},
      {"tile_indices", "void TilingDescription", tile_indices()},
      {"averages", "SAMPLESIZE 2(.|\n)*void SamplingExample", averages_of_2x2},
      {"averages_of_4x4_tiles", "SAMPLESIZE 4(.|\n)*void SamplingExample", "13.5 17.5 45.5 49.5"},
      {"total_race", "float total;\\s*total \\+=", "", "race: .* of total "},
      {"total_in_turns", "\\{\\s*total = matrix", "0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0"},
      {"tile_static_fence", "wait_with_tile_static_memory_fence", averages_of_2x2},
      {"product_without_amp", "MultiplyWithOutAMP\\(\\); getchar", product},
      {"product", "\\{ MultiplyWithAMP\\(\\); \\}", product},
      {"products", "MultiplyWithOutAMP\\(\\); MultiplyWithAMP\\(\\); getchar", product + product},
      {"tiled_product", "\\{ MultiplyWithTiling\\(\\); \\}", tiled_product},
      {"all_products", "MultiplyWithAMP\\(\\); MultiplyWithTiling\\(\\); getchar",
       product + product + tiled_product},
  };
  return all;
}

// --- The programs --------------------------------------------------------------------------------

struct program {
  std::string article;
  std::string text;
  const lesson* teaches;  ///< null for a program that is not known
};

std::filesystem::path directory_of_articles() {
  const char* from_environment = std::getenv("MILLIAMP_SEEDS");
  return from_environment != nullptr ? from_environment : MILLIAMP_TEST_SEEDS;
}

program recognized(const std::string& article, const std::string& text) {
  const auto& all = lessons();
  const auto found = std::find_if(all.begin(), all.end(), [&](const lesson& it) {
    return std::regex_search(text, std::regex(it.mark));
  });
  return {article, text, found == all.end() ? nullptr : &*found};
}

/// All programs of all articles; none where there are no articles.
std::vector<program> read_programs() {
  std::vector<program> programs;
  if (!std::filesystem::exists(directory_of_articles())) return programs;
  for (const auto& entry : std::filesystem::directory_iterator(directory_of_articles())) {
    const std::string article = entry.path().stem();
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    for (const std::string& code : programs_of(text.str())) {
      programs.push_back(recognized(article, code));
      // The articles say that the tile size can be changed to this without any other change.
      const std::string other =
          std::regex_replace(code, std::regex("SAMPLESIZE 2"), "SAMPLESIZE 4");
      if (other != code && code.find("SamplingExample") != std::string::npos) {
        programs.push_back(recognized(article, other));
      }
    }
  }
  return programs;
}

const std::vector<program>& programs() {
  static const std::vector<program> all = read_programs();
  return all;
}

TEST(Articles, EveryProgramIsKnownAndEveryLessonIsThere) {
  if (programs().empty()) {
    GTEST_SKIP() << "no articles in " << directory_of_articles()
                 << "; set MILLIAMP_SEEDS to the directory that holds them";
  }
  for (const program& it : programs()) {
    EXPECT_NE(it.teaches, nullptr) << "in article " << it.article << ":\n" << it.text;
  }
  for (const lesson& it : lessons()) {
    EXPECT_TRUE(std::any_of(programs().begin(), programs().end(),
                            [&](const program& p) { return p.teaches == &it; }))
        << "no article teaches " << it.name;
  }
}

// --- Compiling and running them ------------------------------------------------------------------

struct build {
  const char* name;
  const char* flags;
  std::vector<const char*> accelerators;
};

const build plain{"plain", "--fast -O2", {"warp", "ref"}};
const build checked{"checked", "--check -O2", {"ref"}};
const build checked_at_O0{"checked_at_O0", "--check -O0", {"ref"}};

struct trial {
  const program* runs;
  const build* built;
};

std::vector<trial> all_trials() {
  std::vector<trial> trials;
  for (const program& it : programs()) {
    if (it.teaches == nullptr) continue;
    trials.push_back({&it, &plain});
    trials.push_back({&it, &checked});
    // Where there is something to share, it is accessed otherwise than in optimized code.
    if (it.text.find("tile_static") != std::string::npos) trials.push_back({&it, &checked_at_O0});
  }
  return trials;
}

std::string name_of(const testing::TestParamInfo<trial>& it) {
  const auto& [runs, built] = it.param;
  return "article_" + runs->article.substr(0, 3) + "_" + runs->teaches->name + "_" + built->name;
}

/// The text with every run of blanks replaced by one.
std::string one_spaced(const std::string& text) {
  std::istringstream words(text);
  std::string result;
  for (std::string word; words >> word;) result += word + ' ';
  return result;
}

class ArticlesProgram : public testing::TestWithParam<trial> {
 protected:
  test_directory here;
};

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(ArticlesProgram);
INSTANTIATE_TEST_SUITE_P(, ArticlesProgram, testing::ValuesIn(all_trials()), name_of);

TEST_P(ArticlesProgram, DoesWhatTheArticleSays) {
  const auto& [runs, built] = GetParam();
  const lesson& expected = *runs->teaches;
  here.write("program.cpp", runs->text);
  const auto compiled =
      here.shell("'" MILLIAMP_TEST_COMMAND "' c++ --cxx '" MILLIAMP_TEST_COMPILER "' " +
                 std::string(built->flags) +
                 " -std=c++17 -I '" MILLIAMP_TEST_WINDOWS "' program.cpp -o program");
  ASSERT_EQ(compiled.status, 0) << compiled.output;

  for (const char* accelerator : built->accelerators) {
    SCOPED_TRACE(accelerator);
    const auto ran = here.shell("MILLIAMP_OPTIONS=accelerator=" + std::string(accelerator) +
                                " ./program </dev/null 2>report");
    const auto report = here.shell("cat report");
    if (expected.finding == nullptr) {
      EXPECT_EQ(one_spaced(ran.output), one_spaced(expected.output));
    }
    if (built != &plain && expected.finding != nullptr) {
      EXPECT_EQ(ran.status, 66);
      EXPECT_THAT(report.output, ContainsRegex(expected.finding));
    } else {
      EXPECT_EQ(ran.status, 0);
      EXPECT_EQ(report.output, "");
    }
  }
}

}  // namespace
}  // namespace milliamp::tests
