#include "report/text_report.h"

#include "report/symbols.h"

#include <algorithm>
#include <cctype>

namespace milliamp::detail {

namespace {

/// Text with the colours of a terminal, or without.
class painter {
 public:
  explicit painter(bool color) : color_(color) {}

  std::string error(const std::string& text) const { return paint("1;31", text); }
  std::string bold(const std::string& text) const { return paint("1", text); }
  std::string mark(const std::string& text) const { return paint("1;32", text); }
  std::string rule(const std::string& text) const { return paint("34", text); }

 private:
  std::string paint(const char* code, const std::string& text) const {
    if (!color_ || text.empty()) return text;
    return std::string("\033[") + code + 'm' + text + "\033[0m";
  }

  bool color_;
};

std::string place(const source_frame& frame) {
  if (frame.file.empty()) return frame.function.empty() ? "an unknown place" : frame.function;
  std::string text = frame.file + ':' + std::to_string(frame.line);
  if (frame.column > 0) text += ':' + std::to_string(frame.column);
  return text;
}

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// How far the expression that begins at a column reaches: a name, or one character.
std::size_t length_at(const std::string& line, std::size_t column) {
  std::size_t length = 1;
  if (is_word(line[column])) {
    while (column + length < line.size() && is_word(line[column + length])) ++length;
  } else {
    while (column + length < line.size() && line[column + length] == '=') ++length;
  }
  return length;
}

/// The line of the source with its number, and a mark under the place in it.
std::string excerpt(const source_frame& frame, const painter& paint) {
  const std::string line = source_line(frame.file, frame.line);
  if (line.empty()) return "";
  const std::string number = std::to_string(frame.line);
  const std::string margin(std::max<std::size_t>(number.size(), 4), ' ');
  std::string text = paint.rule(margin.substr(number.size()) + number + " |") + ' ' + line + '\n';
  const std::size_t first = line.find_first_not_of(" \t");
  std::size_t begin = first;
  std::size_t length = line.find_last_not_of(" \t\r") + 1 - first;
  if (frame.column > 0 && static_cast<std::size_t>(frame.column) <= line.size()) {
    begin = static_cast<std::size_t>(frame.column) - 1;
    length = length_at(line, begin);
  }
  std::string indent = line.substr(0, begin);
  std::replace_if(
      indent.begin(), indent.end(), [](char c) { return c != '\t'; }, ' ');
  return text + paint.rule(margin + " |") + ' ' + indent +
         paint.mark('^' + std::string(length - 1, '~')) + '\n';
}

std::string thread_list(const event& e) {
  std::string text =
      e.thread_count == 1 ? "thread " : std::to_string(e.thread_count) + " threads: ";
  for (std::size_t i = 0; i < e.threads.size(); ++i) {
    if (i != 0) text += "; ";
    text += to_string(e.threads[i]);
  }
  if (e.thread_count > e.threads.size()) text += "; …";
  return text;
}

std::string describe(const event& e, const painter& paint) {
  std::string text = "  " + paint.bold(e.what);
  if (e.thread_count != 0) text += " by " + thread_list(e);
  text += '\n';
  const source_frame& frame = e.frames.front();
  text += "    at " + place(frame) + '\n';
  if (!frame.file.empty()) text += excerpt(frame, paint);
  for (auto caller = e.frames.begin() + 1; caller != e.frames.end(); ++caller) {
    text += "    called from " + place(*caller) + '\n';
  }
  return text;
}

}  // namespace

std::string text_report(const finding& found, bool color) {
  const painter paint(color);
  std::string text = paint.error(std::string("milliamp: ") + milliamp::to_string(found.kind)) +
                     ": " + paint.bold(found.summary) + '\n';
  for (const event& e : found.events) text += describe(e, paint);
  if (found.declaration.has_value()) {
    text += "  " + paint.bold(found.variable) + " is declared at " + place(*found.declaration) +
            '\n' + excerpt(*found.declaration, paint);
  }
  for (const std::string& note : found.notes)
    text += "  " + paint.bold("note") + ": " + note + '\n';
  if (!found.advice.empty()) text += "  " + paint.bold("help") + ": " + found.advice + '\n';
  return text + '\n';
}

std::string text_summary(const run_report& run) {
  const auto number = [](std::uint64_t n, const char* noun) {
    return std::to_string(n) + ' ' + noun + (n == 1 ? "" : "s");
  };
  std::string text;
  if (const std::size_t count = run.findings.size() + run.not_shown; count != 0) {
    text += "milliamp: " + number(count, "finding") + " in " + number(run.instances, "instance");
    if (run.not_shown != 0) {
      text += ", " + std::to_string(run.not_shown) +
              " of them not shown (max_reports=" + std::to_string(run.findings.size()) + ")";
    }
    text += "; to repeat this run: MILLIAMP_OPTIONS=" + run.options + '\n';
  }
  if (run.suppressed_instances != 0) {
    text += "milliamp: " + number(run.suppressed_instances, "instance") +
            " of findings suppressed by " + run.suppressions_path + '\n';
  }
  for (const suppressions::entry& e : run.unused_suppressions) {
    text += "milliamp: " + run.suppressions_path + ':' + std::to_string(e.line) +
            ": unused suppression '" + e.text + "'\n";
  }
  return text;
}

}  // namespace milliamp::detail
