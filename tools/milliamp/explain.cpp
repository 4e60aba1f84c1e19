#include "explain.h"

#include "error.h"
#include "kind_examples.h"
#include "lessons.h"
#include "report/wrapped_text.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <sstream>
#include <string_view>
#include <vector>

namespace milliamp::command {

namespace {

struct kind {
  std::string_view name;
  std::string_view description;
  std::string_view help;
};

constexpr kind kinds[] = {
#define MILLIAMP_FINDING_KIND(enumerator, id, description, help) {id, description, help},
#include <milliamp/detail/finding_kinds.def>
};

constexpr std::size_t page_width = 100;

/// The least number of characters to insert, remove or replace in one word to get the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

/// The kind that a name most likely means: one with the name as a part, or else the most similar.
const kind& nearest(std::string_view name) {
  return *std::min_element(std::begin(kinds), std::end(kinds), [&](const kind& a, const kind& b) {
    const auto difference = [&](const kind& k) {
      return k.name.find(name) != std::string_view::npos ? 0 : distance(k.name, name);
    };
    return difference(a) < difference(b);
  });
}

const kind& find_kind(const std::string& name) {
  const kind* found = std::find_if(std::begin(kinds), std::end(kinds),
                                   [&](const kind& k) { return k.name == name; });
  if (found != std::end(kinds)) return *found;
  throw error("unknown kind of finding '" + name + "'; the nearest is " +
              std::string(nearest(name).name) + "; milliamp explain lists all");
}

/// The faulty program and its repair in one listing: `-` marks the lines that the repair removes,
/// `+` those that it adds. In the source, `#if FIXED` begins them.
std::string listing(std::string_view source) {
  std::istringstream lines{std::string(source)};
  std::string text;
  std::string added;
  char mark = ' ';
  for (std::string line; std::getline(lines, line);) {
    if (line == "#if FIXED") {
      mark = '+';
    } else if (line == "#else") {
      mark = '-';
    } else if (line == "#endif") {
      text += added;
      added.clear();
      mark = ' ';
    } else {
      (mark == '+' ? added : text) += line.empty() ? "\n" : std::string{mark, ' '} + line + '\n';
    }
  }
  return text;
}

std::string_view example_of(const kind& k) {
  const auto* const found = std::find_if(std::begin(kind_examples), std::end(kind_examples),
                                         [&](const kind_example& e) { return e.kind == k.name; });
  return found != std::end(kind_examples) ? found->source : "";
}

/// Which lessons explain a kind; empty if there is none.
std::string lessons_on(std::string_view kind) {
  std::string text;
  for (const lesson& it : find_lessons()) {
    if (std::find(it.kinds.begin(), it.kinds.end(), kind) == it.kinds.end()) continue;
    text += (text.empty() ? "\nLesson " : "\nand lesson ") + std::to_string(it.number) + ", \"" +
            it.title + "\": milliamp lesson " + std::to_string(it.number);
  }
  return text.empty() ? "" : text + '\n';
}

}  // namespace

std::string list_kinds() {
  std::size_t longest = 0;
  for (const kind& k : kinds) longest = std::max(longest, k.name.size());
  std::string text = "Kinds of findings; milliamp explain KIND... says more:\n";
  for (const kind& k : kinds) {
    text += "  " + std::string(k.name) + std::string(longest - k.name.size() + 2, ' ') +
            std::string(k.description) + '\n';
  }
  return text;
}

std::string explain(const std::string& name) {
  using detail::report::wrap;
  const kind& k = find_kind(name);
  return std::string(k.name) + ": " + wrap(k.description, k.name.size() + 2, 2, page_width) +
         "\n\n" + wrap(k.help, 0, 0, page_width) +
         "\n\nA program with such a finding (-) and its repair (+):\n\n" + listing(example_of(k)) +
         lessons_on(k.name);
}

}  // namespace milliamp::command
