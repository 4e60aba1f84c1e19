/// @file
/// A line of source, as a report shows it: tabs and control characters made blanks, and a long line
/// cut to the part that matters.
#pragma once

#include "report/access_span.h"

#include <cstddef>
#include <string>
#include <vector>

namespace milliamp::detail::report {

/// The text of a line of a source file, from 1, or an empty string when it cannot be read.
std::string source_line(const std::string& file, int line);

class displayed_line {
 public:
  /// The most columns of a line that are shown.
  static constexpr std::size_t width = 110;

  /// @param text of the line, in UTF-8
  /// @param marked the parts that have to be shown
  displayed_line(const std::string& text, const std::vector<text_span>& marked);

  /// What is shown of it.
  const std::string& text() const { return text_; }

  /// Where a part of the line is shown, in columns from 0.
  text_span columns_of(const text_span& bytes) const;

 private:
  std::vector<std::size_t> columns_;  ///< of each byte and of the end, in the whole line
  std::size_t first_ = 0;             ///< column that is shown first
  std::size_t shift_ = 0;             ///< columns that are shown before it
  std::size_t last_ = 0;              ///< column behind those that are shown
  std::string text_;
};

}  // namespace milliamp::detail::report
