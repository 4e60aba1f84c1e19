#include "report/snippet.h"

#include "report/source_line.h"
#include "report/wrapped_text.h"

#include <algorithm>
#include <map>
#include <utility>

namespace milliamp::detail::report {

void snippet::add(source_location location, std::string text, label_kind kind) {
  labels_.push_back({std::move(location), std::move(text), kind});
}

std::string snippet::draw() const {
  std::vector<labels> files;
  for (const label& l : labels_) {
    auto file = std::find_if(files.begin(), files.end(), [&](const labels& f) {
      return f.front()->location.file == l.location.file;
    });
    if (file == files.end()) file = files.insert(file, labels());
    file->push_back(&l);
  }
  std::string text;
  for (const labels& file : files) text += draw_file(file, &file == &files.front());
  return text;
}

/// Returns the width of the longest line number.
std::size_t snippet::number_width() const {
  int most = 0;
  for (const label& l : labels_) most = std::max(most, l.location.line);
  return std::to_string(most).size();
}

std::string snippet::draw_file(const labels& all, bool is_first) const {
  const source_location& head = all.front()->location;
  const std::string arrow = margin() + style_.rule(is_first ? "--> " : "::: ");
  if (head.text.empty()) {
    std::string text;
    for (const label* l : all) text += arrow + to_string(l->location) + ": " + l->text + '\n';
    return text;
  }
  std::string text = arrow + to_string(head);
  if (!head.function.empty()) text += " in " + head.function;
  text += '\n' + rule("") + '\n';

  std::map<int, labels> lines;
  for (const label* l : all) lines[l->location.line].push_back(l);
  int last = lines.begin()->first - 1;
  for (const auto& [number, here] : lines) {
    if (number == last + 2) {
      text += draw_source(
          last + 1, displayed_line(source_line(head.file, last + 1), {}, source_width()).text());
    } else if (number > last + 2) {
      text += style_.rule("...") + '\n';
    }
    text += draw_line(here);
    last = number;
  }
  return text;
}

/// Returns one line with its labels, each under its mark. Labels of the same span share a mark.
std::string snippet::draw_line(const labels& all) const {
  std::vector<text_span> spans;
  for (const label* l : all) spans.push_back(l->location.span);
  const displayed_line line(all.front()->location.text, spans, source_width());
  std::string text = draw_source(all.front()->location.line, line.text());

  labels sorted = all;
  std::stable_sort(sorted.begin(), sorted.end(), [](const label* a, const label* b) {
    return std::pair(a->location.span.begin, a->location.span.end) <
           std::pair(b->location.span.begin, b->location.span.end);
  });
  const text_span* previous = nullptr;
  for (const label* l : sorted) {
    const text_span& span = l->location.span;
    const bool is_marked =
        previous != nullptr && previous->begin == span.begin && previous->end == span.end;
    text += draw_label(*l, line.columns_of(span), !is_marked);
    previous = &span;
  }
  return text;
}

/// Returns a label after its mark, or, where there is no room, in a line of its own.
std::string snippet::draw_label(const label& l, const text_span& columns, bool has_mark) const {
  const bool is_primary = l.kind == label_kind::primary;
  const auto paint = [&](const std::string& text) {
    return is_primary ? style_.mark(text) : style_.rule(text);
  };
  const std::string margin = rule("") + ' ';
  const std::size_t length = std::max<std::size_t>(columns.size(), 1);
  std::string mark = is_primary ? '^' + std::string(length - 1, '~') : std::string(length, '-');
  if (!has_mark) mark.assign(length, ' ');
  const std::size_t text_width = report::columns_of(l.text);
  if (columns.begin + length + 1 + text_width <= source_width()) {
    return margin + std::string(columns.begin, ' ') + paint(mark + ' ' + l.text) + '\n';
  }
  const std::size_t begin = source_width() - std::min(text_width, source_width());
  const std::string own_line = margin + std::string(begin, ' ') + paint(l.text) + '\n';
  return has_mark ? margin + std::string(columns.begin, ' ') + paint(mark) + '\n' + own_line
                  : own_line;
}

std::string snippet::draw_source(int number, const std::string& text) const {
  return rule(std::to_string(number)) + (text.empty() ? "" : ' ' + text) + '\n';
}

/// Returns the vertical rule to the left of the source, with a line number or without.
std::string snippet::rule(const std::string& number) const {
  return style_.rule(std::string(number_width() - number.size(), ' ') + number + " |");
}

}  // namespace milliamp::detail::report
