#include "report/marked_location.h"

#include "report/source_line.h"

namespace milliamp::detail::report {

namespace {

marked_location place_of(const source_frame& frame) {
  marked_location place{frame.file, frame.line, frame.column, frame.function, "", {0, 0}};
  if (!frame.file.empty()) place.text = source_line(frame.file, frame.line);
  return place;
}

void mark(marked_location& place, const text_span& span) {
  place.span = span;
  place.column = static_cast<int>(span.begin) + 1;
}

}  // namespace

std::string marked_location::location() const {
  std::string where = file + ':' + std::to_string(line);
  if (column > 0) where += ':' + std::to_string(column);
  return where;
}

marked_location place_of(const event& e, const finding& found) {
  marked_location place = place_of(e.frames.front());
  if (!place.text.empty()) mark(place, access_span(place.text, place.column, e.what, found.name));
  return place;
}

marked_location place_of(const related_place& related) {
  marked_location place = place_of(related.place);
  if (!place.text.empty()) mark(place, access_span(place.text, place.column, "", ""));
  return place;
}

marked_location place_of_declaration(const finding& found) {
  marked_location place = place_of(*found.declaration);
  if (!place.text.empty()) mark(place, declaration_span(place.text, found.name));
  return place;
}

}  // namespace milliamp::detail::report
