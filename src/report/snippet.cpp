#include "report/snippet.h"

#include "report/source_line.h"

#include <algorithm>
#include <map>
#include <utility>

namespace milliamp::detail::report {

void snippet::add(marked_location place, std::string text, style s) {
  labels_.push_back({std::move(place), std::move(text), s});
}

std::string snippet::draw(const ansi_style& paint) const {
  std::vector<labels> files;
  for (const label& l : labels_) {
    auto file = std::find_if(files.begin(), files.end(), [&](const labels& f) {
      return f.front()->place.file == l.place.file;
    });
    if (file == files.end()) file = files.insert(file, labels());
    file->push_back(&l);
  }
  std::string text;
  for (const labels& file : files) text += draw_file(file, &file == &files.front(), paint);
  return text;
}

/// The width of the longest line number.
std::size_t snippet::number_width() const {
  int most = 0;
  for (const label& l : labels_) most = std::max(most, l.place.line);
  return std::to_string(most).size();
}

std::string snippet::draw_file(const labels& all, bool is_first, const ansi_style& paint) const {
  const marked_location& head = all.front()->place;
  const std::string arrow = margin() + paint.rule(is_first ? "--> " : "::: ");
  if (head.text.empty()) {
    std::string text;
    for (const label* l : all) text += arrow + l->place.location() + ": " + l->text + '\n';
    return text;
  }
  std::string text = arrow + head.location();
  if (!head.function.empty()) text += " in " + head.function;
  text += '\n' + rule("", paint) + '\n';

  std::map<int, labels> lines;
  for (const label* l : all) lines[l->place.line].push_back(l);
  int last = lines.begin()->first - 1;
  for (const auto& [number, here] : lines) {
    if (number == last + 2) {
      text +=
          draw_source(last + 1, displayed_line(source_line(head.file, last + 1), {}).text(), paint);
    } else if (number > last + 2) {
      text += paint.rule("...") + '\n';
    }
    text += draw_line(here, paint);
    last = number;
  }
  return text;
}

/// One line with its labels: those of one part below each other, the others each under its own
/// mark.
std::string snippet::draw_line(const labels& all, const ansi_style& paint) const {
  std::vector<text_span> spans;
  for (const label* l : all) spans.push_back(l->place.span);
  const displayed_line line(all.front()->place.text, spans);
  std::string text = draw_source(all.front()->place.line, line.text(), paint);

  labels sorted = all;
  std::stable_sort(sorted.begin(), sorted.end(), [](const label* a, const label* b) {
    return std::pair(a->place.span.begin, a->place.span.end) <
           std::pair(b->place.span.begin, b->place.span.end);
  });
  const text_span* previous = nullptr;
  for (const label* l : sorted) {
    const text_span columns = line.columns_of(l->place.span);
    const bool is_main = l->how == style::main;
    const std::size_t length = std::max<std::size_t>(columns.size(), 1);
    std::string mark = is_main ? '^' + std::string(length - 1, '~') : std::string(length, '-');
    const text_span& span = l->place.span;
    if (previous != nullptr && previous->begin == span.begin && previous->end == span.end) {
      mark.assign(length, ' ');
    }
    previous = &span;
    mark += ' ' + l->text;
    text += rule("", paint) + ' ' + std::string(columns.begin, ' ') +
            (is_main ? paint.mark(mark) : paint.rule(mark)) + '\n';
  }
  return text;
}

std::string snippet::draw_source(int number, const std::string& text,
                                 const ansi_style& paint) const {
  return rule(std::to_string(number), paint) + (text.empty() ? "" : ' ' + text) + '\n';
}

/// The rule to the left of the source, with a line number or without.
std::string snippet::rule(const std::string& number, const ansi_style& paint) const {
  return paint.rule(std::string(number_width() - number.size(), ' ') + number + " |");
}

}  // namespace milliamp::detail::report
