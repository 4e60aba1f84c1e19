#include "report/source_line.h"

#include "base/immortal.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <utility>

namespace milliamp::detail::report {

namespace {

constexpr std::size_t tab_width = 4;
constexpr const char* ellipsis = "…";
constexpr const char* replacement = "\uFFFD";

base::immortal<std::map<std::pair<std::string, int>, std::string>> recorded_lines;

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// Whether a character, with all the bytes that continue it, is one in UTF-8.
bool is_valid(const std::string& character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  const std::size_t length = lead < 0x80                  ? 1
                             : lead < 0xC2 || lead > 0xF4 ? 0
                             : lead < 0xE0                ? 2
                             : lead < 0xF0                ? 3
                                                          : 4;
  return character.size() == length;
}

bool is_control(char c) {
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20 || code == 0x7F;
}

/// Returns the first column to show so that the marked ones are visible.
std::size_t first_column(const text_span& marked, std::size_t room) {
  if (marked.size() >= room) return marked.begin;
  return marked.end > room ? marked.begin - (room - marked.size()) / 2 : 0;
}

}  // namespace

void use_recorded_lines(const std::vector<recorded_line>& lines) {
  for (const recorded_line& l : lines) (*recorded_lines)[{l.file, l.line}] = l.text;
}

std::string source_line(const std::string& file, int line) {
  if (const auto known = recorded_lines->find({file, line}); known != recorded_lines->end()) {
    return known->second;
  }
  // A pipe or a device may have no end.
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return "";
  std::ifstream source(file);
  std::string text;
  for (int i = 0; i < line; ++i) {
    if (!std::getline(source, text)) return "";
  }
  return text;
}

displayed_line::displayed_line(const std::string& text, const std::vector<text_span>& marked,
                               std::size_t width) {
  // Split the whole line into characters.
  std::vector<std::string> cells;
  const std::size_t length = text.find_last_not_of(" \t\r") + 1;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (continues_character(text[i]) && !cells.empty()) {
      columns_.push_back(cells.size() - 1);
      cells.back() += text[i];
      continue;
    }
    columns_.push_back(cells.size());
    if (i >= length) continue;
    if (text[i] == '\t') {
      cells.resize((cells.size() / tab_width + 1) * tab_width, " ");
    } else {
      cells.push_back(is_control(text[i]) ? " " : std::string(1, text[i]));
    }
  }
  columns_.push_back(cells.size());
  for (std::string& cell : cells) {
    if (!is_valid(cell)) cell = replacement;  // such as Latin-1
  }

  last_ = cells.size();
  if (last_ > width) {
    const std::size_t room = width - 2;  // without an ellipsis on either side
    text_span all{last_, 0};
    for (const text_span& m : marked) {
      all.begin = std::min(all.begin, columns_[m.begin]);
      all.end = std::max(all.end, columns_[m.end]);
    }
    if (all.begin < all.end) first_ = first_column(all, room);
    last_ = std::min(last_, first_ + room);
  }
  if (first_ != 0) {
    text_ = ellipsis;
    shift_ = 1;
  }
  for (std::size_t column = first_; column < last_; ++column) text_ += cells[column];
  if (last_ != cells.size()) text_ += ellipsis;
}

text_span displayed_line::columns_of(const text_span& bytes) const {
  const auto shown = [&](std::size_t byte) {
    return std::clamp(columns_[std::min(byte, columns_.size() - 1)], first_, last_) - first_ +
           shift_;
  };
  return {shown(bytes.begin), shown(bytes.end)};
}

}  // namespace milliamp::detail::report
