#include "lint_report.h"

#include "base/show.h"
#include "language_rules.h"
#include "report/sarif_parts.h"
#include "report/source_line.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <utility>

namespace milliamp::command {

namespace {

namespace report = detail::report;
using nlohmann::ordered_json;

/// The rule of what the compiler reports beyond those of the language.
constexpr char rule_of_cxx[] = "cxx";

std::string id_of(const compiler_diagnostic& found) {
  return found.rule.empty() ? rule_of_cxx : found.rule;
}

using detail::base::show_count;

ordered_json rule_json(const std::string& id, const std::string& text, const std::string& full,
                       const std::string& help) {
  return {{"id", id},
          {"shortDescription", report::message_json(text)},
          {"fullDescription", report::message_json(full)},
          {"helpUri", "man:milliamp(1)"},
          {"help", report::message_json(help)},
          {"defaultConfiguration", {{"level", "error"}}},
          {"properties",
           {{"tags", {"correctness"}}, {"precision", "very-high"}, {"problem.severity", "error"}}}};
}

ordered_json rules_json() {
  static const std::regex inserted("'?%[0-9]'?");
  ordered_json all = ordered_json::array();
  for (const language_rule& rule : language_rules) {
    const std::string text = std::regex_replace(std::string(rule.text), inserted, "…") + '.';
    all.push_back(
        rule_json(rule.name, text,
                  text + " See section " + rule.section + " of the specification of C++ AMP 1.2.",
                  "The option --allow=" + std::string(rule.name) + " permits it."));
  }
  const std::string text = "A diagnostic of the C++ compiler itself.";
  all.push_back(rule_json(rule_of_cxx, text, text, "See the message."));
  return all;
}

report::source_location location_of(const diagnostic_location& found) {
  report::source_location location;
  location.file = found.file;
  location.line = found.line;
  location.column = found.column;
  location.text = report::source_line(found.file, found.line);
  const std::size_t size = location.text.size();
  const auto is_in_name = [&](std::size_t at) {
    const auto c = static_cast<unsigned char>(location.text[at]);
    return std::isalnum(c) != 0 || c == '_';
  };
  const std::size_t begin = std::min(size, static_cast<std::size_t>(std::max(0, found.column - 1)));
  std::size_t end = std::min(size, begin + 1);
  while (end < size && is_in_name(begin) && is_in_name(end)) ++end;
  location.span = {begin, end};
  return location;
}

ordered_json result_json(const compiler_diagnostic& found, const report::source_root& root) {
  const std::string id = id_of(found);
  const auto* const rule =
      std::find_if(std::begin(language_rules), std::end(language_rules),
                   [&](const language_rule& candidate) { return candidate.name == id; });
  ordered_json result;
  result["ruleId"] = id;
  result["ruleIndex"] = rule - language_rules;  // that of C++ is the last
  result["level"] = found.is_error ? "error" : "warning";
  result["message"] = report::message_json(found.text);
  result["locations"] = ordered_json::array();
  if (found.location.line != 0) {
    result["locations"].push_back(report::location_json(location_of(found.location), root));
  }
  ordered_json related = ordered_json::array();
  for (const diagnostic_note& note : found.notes) {
    if (note.location.line == 0) continue;
    related.push_back(report::location_json(location_of(note.location), root, note.text));
    related.back()["id"] = related.size();
  }
  if (!related.empty()) result["relatedLocations"] = std::move(related);
  return result;
}

}  // namespace

void lint_report::add(const std::vector<compiler_diagnostic>& found, bool failed) {
  ++files_;
  const bool breaks_rule =
      std::any_of(found.begin(), found.end(), [](const auto& each) { return !each.rule.empty(); });
  if (failed || breaks_rule) ++faulty_files_;
  for (const compiler_diagnostic& each : found) {
    if (std::find(all_.begin(), all_.end(), each) == all_.end()) all_.push_back(each);
  }
}

std::string lint_report::sarif() const {
  const report::source_root root(all_.empty() ? "" : all_.front().location.file);
  report::sarif_fingerprints named;
  ordered_json results = ordered_json::array();
  for (const compiler_diagnostic& each : all_) {
    results.push_back(result_json(each, root));
    const std::string identity = id_of(each) + '\n' + each.text + '\n' +
                                 root.relative(each.location.file) + '\n' +
                                 report::source_line(each.location.file, each.location.line);
    results.back()["partialFingerprints"] = named.next(identity);
  }
  return report::sarif_log(rules_json(), root, {{"executionSuccessful", true}}, std::move(results));
}

std::string lint_report::summary() const {
  if (!has_faults()) return "";
  std::map<std::string, std::size_t> numbers;
  for (const compiler_diagnostic& each : all_) ++numbers[id_of(each)];
  std::vector<std::pair<std::string, std::size_t>> sorted(numbers.begin(), numbers.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  const auto errors = static_cast<std::size_t>(
      std::count_if(all_.begin(), all_.end(), [](const auto& each) { return each.is_error; }));
  const std::size_t warnings = all_.size() - errors;
  std::string text = "milliamp lint: " + show_count(errors, "error");
  if (warnings != 0) text += " and " + show_count(warnings, "warning");
  text +=
      "; " + std::to_string(faulty_files_) + " of " + show_count(files_, "file") + " with faults\n";
  for (const auto& [id, number] : sorted) {
    const std::string digits = std::to_string(number);
    text += std::string(digits.size() < 6 ? 6 - digits.size() : 0, ' ') + digits + "  ";
    if (id == rule_of_cxx) {
      text += "C++ itself";
    } else {
      text += id;
      for (const language_rule& rule : language_rules) {
        if (rule.name == id) text += std::string(" (spec ") + rule.section + ')';
      }
    }
    text += '\n';
  }
  return text;
}

}  // namespace milliamp::command
