#include "report/snippet.h"

#include "report/source_line.h"

#include <algorithm>
#include <map>
#include <utility>

namespace milliamp::detail::report {

void snippet::add(source_location location, std::string text, label_kind kind) {
  labels_.push_back({std::move(location), std::move(text), kind});
}

std::string snippet::draw(const ansi_style& style) const {
  std::vector<labels> files;
  for (const label& l : labels_) {
    auto file = std::find_if(files.begin(), files.end(), [&](const labels& f) {
      return f.front()->location.file == l.location.file;
    });
    if (file == files.end()) file = files.insert(file, labels());
    file->push_back(&l);
  }
  std::string text;
  for (const labels& file : files) text += draw_file(file, &file == &files.front(), style);
  return text;
}

/// Returns the width of the longest line number.
std::size_t snippet::number_width() const {
  int most = 0;
  for (const label& l : labels_) most = std::max(most, l.location.line);
  return std::to_string(most).size();
}

std::string snippet::draw_file(const labels& all, bool is_first, const ansi_style& style) const {
  const source_location& head = all.front()->location;
  const std::string arrow = margin() + style.rule(is_first ? "--> " : "::: ");
  if (head.text.empty()) {
    std::string text;
    for (const label* l : all) text += arrow + to_string(l->location) + ": " + l->text + '\n';
    return text;
  }
  std::string text = arrow + to_string(head);
  if (!head.function.empty()) text += " in " + head.function;
  text += '\n' + rule("", style) + '\n';

  std::map<int, labels> lines;
  for (const label* l : all) lines[l->location.line].push_back(l);
  int last = lines.begin()->first - 1;
  for (const auto& [number, here] : lines) {
    if (number == last + 2) {
      text +=
          draw_source(last + 1, displayed_line(source_line(head.file, last + 1), {}).text(), style);
    } else if (number > last + 2) {
      text += style.rule("...") + '\n';
    }
    text += draw_line(here, style);
    last = number;
  }
  return text;
}

/// Returns one line with its labels, each under its mark. Labels of the same span share a mark.
std::string snippet::draw_line(const labels& all, const ansi_style& style) const {
  std::vector<text_span> spans;
  for (const label* l : all) spans.push_back(l->location.span);
  const displayed_line line(all.front()->location.text, spans);
  std::string text = draw_source(all.front()->location.line, line.text(), style);

  labels sorted = all;
  std::stable_sort(sorted.begin(), sorted.end(), [](const label* a, const label* b) {
    return std::pair(a->location.span.begin, a->location.span.end) <
           std::pair(b->location.span.begin, b->location.span.end);
  });
  const text_span* previous = nullptr;
  for (const label* l : sorted) {
    const text_span columns = line.columns_of(l->location.span);
    const bool is_primary = l->kind == label_kind::primary;
    const std::size_t length = std::max<std::size_t>(columns.size(), 1);
    std::string mark = is_primary ? '^' + std::string(length - 1, '~') : std::string(length, '-');
    const text_span& span = l->location.span;
    if (previous != nullptr && previous->begin == span.begin && previous->end == span.end) {
      mark.assign(length, ' ');
    }
    previous = &span;
    mark += ' ' + l->text;
    text += rule("", style) + ' ' + std::string(columns.begin, ' ') +
            (is_primary ? style.mark(mark) : style.rule(mark)) + '\n';
  }
  return text;
}

std::string snippet::draw_source(int number, const std::string& text,
                                 const ansi_style& style) const {
  return rule(std::to_string(number), style) + (text.empty() ? "" : ' ' + text) + '\n';
}

/// Returns the vertical rule to the left of the source, with a line number or without.
std::string snippet::rule(const std::string& number, const ansi_style& style) const {
  return style.rule(std::string(number_width() - number.size(), ' ') + number + " |");
}

}  // namespace milliamp::detail::report
