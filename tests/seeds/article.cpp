#include "article.h"

#include <algorithm>
#include <cctype>
#include <regex>
#include <sstream>
#include <string_view>

namespace milliamp::tests {

namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

// --- Finding code --------------------------------------------------------------------------------

bool is_blank(const std::string& line) {
  return line.find_first_not_of(" \t\r") == std::string::npos;
}

/// Whether a line looks like code: it is a directive or a comment, or ends as lines of code do.
/// Prose ends in a full stop, or in nothing, or is not in English.
bool is_code(const std::string& line) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 128; };
  if (!std::all_of(line.begin(), line.end(), is_ascii)) return false;
  const std::string code = line.substr(0, line.find("//"));
  if (is_blank(code)) return !is_blank(line);
  const char first = code[code.find_first_not_of(" \t")];
  const char last = code[code.find_last_not_of(" \t\r")];
  return first == '#' || std::string_view(";{}(),").find(last) != std::string_view::npos;
}

// --- Repairing it --------------------------------------------------------------------------------

/// The position behind the statement that begins at a position.
std::size_t end_of_statement(const std::string& code, std::size_t at) {
  bool in_string = false;
  for (; at < code.size() && (in_string || code[at] != ';'); ++at) in_string ^= code[at] == '"';
  return at + 1;
}

/// The position behind a comment that was to end its line, in code that has lost its line ends:
/// before the next comment, and else behind the sentence that no other sentence follows. A comment
/// without a space is a statement that was taken out.
std::size_t end_of_comment(const std::string& code, std::size_t at) {
  if (code.compare(at, 3, "// ") != 0) return end_of_statement(code, at);
  for (++at; at < code.size(); ++at) {
    if (code.compare(at, 3, " //") == 0) return at;
    const bool sentence_ends = code.compare(at, 2, ". ") == 0 && at + 2 < code.size();
    if (sentence_ends && std::isupper(static_cast<unsigned char>(code[at + 2])) == 0) return at + 1;
  }
  return at;
}

std::string with_line_ends(const std::string& code) {
  std::string result;
  for (std::size_t at = 0; at < code.size();) {
    std::size_t end = at + 1;
    const bool is_directive = code.compare(at, 8, "#include") == 0;
    const bool is_comment = code.compare(at, 2, "//") == 0;
    if (is_directive) end = code.find('>', at) + 1;
    if (is_comment) end = end_of_comment(code, at);
    result += code.substr(at, end - at);
    if (is_directive || is_comment) result += '\n';
    at = end;
  }
  return result;
}

std::string repaired(std::string code) {
  if (std::count(code.begin(), code.end(), '\n') == 1) code = with_line_ends(code);
  code = std::regex_replace(code, std::regex(R"(\)  (\d+ : ))"), ") ? $1");
  return std::regex_replace(code, std::regex(R"(\bvoid main\(\))"), "int main()");
}

// --- Making programs of it -----------------------------------------------------------------------

constexpr const char* headers = R"(
#include <iostream>
#include <amp.h>
using namespace concurrency;
)";

constexpr const char* before_averages = R"(
#define SAMPLESIZE 2
#define MATRIXSIZE 8
int main() {
  const int tiles = MATRIXSIZE / SAMPLESIZE;
  std::vector<float> numbers(MATRIXSIZE * MATRIXSIZE);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<float>(i);
  std::vector<float> results(tiles * tiles);
  array_view<float, 2> matrix(MATRIXSIZE, MATRIXSIZE, numbers);
  array<float, 2> averages(tiles, tiles, results.begin(), results.end());
)";

constexpr const char* after_averages = R"(
  results = averages;
  for (float average : results) std::cout << average << ' ';
}
)";

constexpr const char* before_thread = R"(
  parallel_for_each(matrix.extent.tile<SAMPLESIZE, SAMPLESIZE>(),
      [=, &averages](tiled_index<SAMPLESIZE, SAMPLESIZE> t_idx) restrict(amp) {
)";

constexpr const char* after_thread = R"(
  });
)";

/// The name of the last function that is defined; empty when there is none.
std::string last_function(const std::string& code) {
  static const std::regex definition(R"(\bvoid (\w+)\([^)]*\)[^;{]*\{)");
  std::string name;
  for (std::sregex_iterator it(code.begin(), code.end(), definition), end; it != end; ++it) {
    name = (*it)[1];
  }
  return name;
}

/// A program, or a part of one, without its main().
std::string without_main(const std::string& code) {
  return std::regex_replace(code, std::regex(R"(int main\(\)\s*\{[^}]*\})"), "");
}

std::string program_of(const std::string& code, const std::string& code_so_far) {
  const std::string function = last_function(code);
  const std::string prologue = contains(code, "#include") ? "" : headers;
  if (code.rfind("int main()", 0) == 0) return without_main(code_so_far) + code;
  if (contains(code, "int main()")) return code;
  if (!function.empty()) return prologue + code + "\nint main() { " + function + "(); }\n";
  if (!contains(code, "averages") && !contains(code, "t_idx")) {
    return prologue + "int main() {\n" + code + "}\n";
  }
  std::string statements = code;
  if (!contains(code, "parallel_for_each")) statements = before_thread + code + after_thread;
  return prologue + before_averages + statements + after_averages;
}

}  // namespace

std::vector<std::string> code_of(const std::string& article) {
  std::vector<std::string> pieces;
  std::string piece;
  const auto end_piece = [&] {
    if (contains(piece, ";")) pieces.push_back(repaired(piece));
    piece.clear();
  };
  std::istringstream lines(std::regex_replace(article, std::regex(R"(\*//)"), "//"));
  for (std::string line; std::getline(lines, line);) {
    if (is_code(line) || (is_blank(line) && !piece.empty())) {
      piece += line + '\n';
    } else {
      end_piece();
    }
  }
  end_piece();
  return pieces;
}

std::vector<std::string> programs_of(const std::string& article) {
  std::vector<std::string> programs;
  std::string directives, functions;
  for (const std::string& piece : code_of(article)) {
    const bool has_function = !last_function(piece).empty();
    // Includes may be shown after the function that needs them, to be put above it.
    if (contains(piece, "#include") && !has_function) {
      directives += piece;
      continue;
    }
    programs.push_back(program_of(piece, directives + functions));
    if (has_function) functions += piece;
  }
  return programs;
}

}  // namespace milliamp::tests
