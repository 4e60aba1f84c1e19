#include "report/source_location.h"

#include "report/finding.h"
#include "report/source_line.h"

#include <algorithm>

namespace milliamp::detail::report {

namespace {

source_location frame_location(const source_frame& frame) {
  source_location location{frame.file, frame.line, frame.column, frame.function, "", {0, 0}};
  if (!frame.file.empty()) location.text = source_line(frame.file, frame.line);
  return location;
}

void mark(source_location& location, const text_span& span) {
  location.span = span;
  location.column = static_cast<int>(span.begin) + 1;
}

}  // namespace

std::string to_string(const source_location& location) {
  std::string text = location.file + ':' + std::to_string(location.line);
  if (location.column > 0) text += ':' + std::to_string(location.column);
  return text;
}

source_location location_of(const event& e, const finding& found) {
  source_location location = frame_location(e.frames.front());
  if (!location.text.empty()) {
    // The variable of a finding about a kernel may be declared in the line that launches it.
    const std::string name = e.what == what_launches ? "" : found.name;
    mark(location, access_span(location.text, location.column, e.what, name));
  }
  return location;
}

source_location location_of(const related_location& related) {
  source_location location = frame_location(related.location);
  if (!location.text.empty()) {
    mark(location, access_span(location.text, location.column, "", ""));
  }
  return location;
}

std::vector<labelled_location> locations_of(const finding& found) {
  std::vector<labelled_location> all;
  for (const event& e : found.events) all.push_back({location_of(e, found), label_of(e)});
  for (const related_location& r : found.related) all.push_back({location_of(r), r.text});
  const auto main = std::find_if(all.begin(), all.end(), [](const labelled_location& one) {
    return !one.location.file.empty();
  });
  if (main != all.end()) std::rotate(all.begin(), main, main + 1);
  return all;
}

source_location main_location(const finding& found) {
  const std::vector<labelled_location> all = locations_of(found);
  return all.empty() ? source_location() : all.front().location;
}

source_location declaration_location(const finding& found) {
  source_location location = frame_location(*found.declaration);
  if (!location.text.empty()) mark(location, declaration_span(location.text, found.name));
  return location;
}

}  // namespace milliamp::detail::report
