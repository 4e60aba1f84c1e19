/// @file
/// A line of source as reports show it: with blanks in place of tabs and control characters, and
/// cut to the relevant part when it is long.
#pragma once

#include "report/access_span.h"

#include <cstddef>
#include <string>
#include <vector>

namespace milliamp::detail::report {

/// A line of a source file as a report has it.
struct recorded_line {
  std::string file;
  int line;
  std::string text;
};

/// Returns a line of a source file, counted from 1, or an empty string when it cannot be read.
std::string source_line(const std::string& file, int line);

/// Overrides the contents of source files with recorded lines, because the files may have changed
/// since, or be on another machine. Not for concurrent use.
void use_recorded_lines(const std::vector<recorded_line>& lines);

class displayed_line {
 public:
  /// @param text the text of the line, in UTF-8
  /// @param marked the parts that must be shown
  /// @param width the most columns that are shown
  displayed_line(const std::string& text, const std::vector<text_span>& marked, std::size_t width);

  /// The part that is shown.
  const std::string& text() const { return text_; }

  /// Returns the columns, from 0, in which a part of the line is shown.
  text_span columns_of(const text_span& bytes) const;

 private:
  /// The columns of each byte and of the end, in the whole line.
  std::vector<std::size_t> columns_;
  std::size_t first_ = 0;  ///< first column shown
  std::size_t shift_ = 0;  ///< width of the ellipsis before it
  std::size_t last_ = 0;   ///< end of the columns shown
  std::string text_;
};

}  // namespace milliamp::detail::report
