#include "report/github_writer.h"

#include "report/source_location.h"
#include "report/source_root.h"

#include <string_view>

namespace milliamp::detail::report {

namespace {

/// Escapes what ends a command or, within a property, the property.
std::string escape(std::string_view text, std::string_view special) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) == std::string_view::npos) {
      escaped += c;
    } else {
      const auto byte = static_cast<unsigned char>(c);
      escaped += {'%', digits[byte >> 4], digits[byte & 15]};
    }
  }
  return escaped;
}

std::string message(std::string_view text) { return escape(text, "%\r\n"); }
std::string property(std::string_view text) { return escape(text, "%\r\n:,"); }

/// `file=kernel.cpp,line=3,`
std::string location_properties(const finding& found, const source_root& root) {
  const source_location location = main_location(found);
  if (location.file.empty()) return "";
  std::string text = "file=" + property(root.relative(location.file)) + ',';
  if (location.line > 0) text += "line=" + std::to_string(location.line) + ',';
  if (location.column > 0) text += "col=" + std::to_string(location.column) + ',';
  if (!location.text.empty()) text += "endColumn=" + std::to_string(location.span.end + 1) + ',';
  return text;
}

std::string describe(const finding& found, const source_root& root) {
  std::string text = found.summary;
  for (const event& e : found.events) {
    source_location location = location_of(e, found);
    location.file = root.relative(location.file);
    text += '\n' + label_of(e);
    if (!location.file.empty()) text += " at " + to_string(location);
  }
  for (const std::string& note : notes_of(found)) text += "\nnote: " + note;
  if (!found.advice.empty()) text += "\nhelp: " + found.advice;
  return text;
}

}  // namespace

void github_writer::write(const finding& found) {
  const source_root root({&found, 1});
  // A command is at the start of a line. The program may not have ended its last one.
  if (!output_.is_replaceable()) output_.write("\n");
  output_.write("::error " + location_properties(found, root) +
                "title=" + property(std::string("milliamp: ") + to_string(found.kind)) +
                "::" + message(describe(found, root)) + '\n');
}

void github_writer::finish(const run_summary& run) {
  if (run.not_shown != 0) {
    output_.write("::warning title=milliamp::" + run.describe_not_shown() +
                  "; raise max_reports to see the rest\n");
  }
  output_.commit();
}

}  // namespace milliamp::detail::report
