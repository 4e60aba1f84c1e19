#include "explain.h"

#include "error.h"
#include "kind_examples.h"
#include "lessons.h"
#include "nearest.h"
#include "report/finding.h"
#include "report/wrapped_text.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <sstream>
#include <string_view>
#include <vector>

namespace milliamp::command {

namespace {

using detail::report::finding_kinds;
using detail::report::kind_description;

constexpr std::size_t page_width = 100;

std::vector<std::string_view> names_of_kinds() {
  std::vector<std::string_view> names;
  for (const kind_description& k : finding_kinds) names.emplace_back(k.name);
  return names;
}

const kind_description& find_kind(const std::string& name) {
  for (const kind_description& k : finding_kinds) {
    if (k.name == name) return k;
  }
  throw error("unknown kind of finding '" + name + "'; " + propose_nearest(name, names_of_kinds()) +
              "milliamp explain lists all");
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

std::string_view example_of(const kind_description& k) {
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
  for (const kind_description& k : finding_kinds) longest = std::max(longest, std::strlen(k.name));
  std::string text = "Kinds of findings; milliamp explain KIND... says more:\n";
  for (const kind_description& k : finding_kinds) {
    const std::string name = k.name;
    text += "  " + name + std::string(longest - name.size() + 2, ' ') + k.text + '\n';
  }
  return text;
}

std::string explain(const std::string& name) {
  using detail::report::wrap;
  const kind_description& k = find_kind(name);
  return name + ": " + wrap(k.text, name.size() + 2, 2, page_width) + "\n\n" +
         wrap(k.help, 0, 0, page_width) + "\n\nA faulty program (-) and its fix (+):\n\n" +
         listing(example_of(k)) + lessons_on(name);
}

}  // namespace milliamp::command
