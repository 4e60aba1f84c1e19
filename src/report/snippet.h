/// @file
/// Lines of source with labels under the marked spans, in the style of a compiler's diagnostics:
///
///       --> average.cpp:14:5 in main::(lambda)
///        |
///      9 |   tile_static float total;
///        |                     ----- declared here
///     ...
///     14 |   total += view[t.global];
///        |   ^~~~~ write by thread local (0) tile (0) global (0)
#pragma once

#include "report/ansi_style.h"
#include "report/source_location.h"

#include <cstddef>
#include <string>
#include <vector>

namespace milliamp::detail::report {

class snippet {
 public:
  enum class label_kind : unsigned char {
    primary,   ///< the events of the finding
    secondary  ///< locations that explain it
  };

  /// @param width the most columns of a line; paths may be longer
  snippet(const ansi_style& style, std::size_t width) : style_(style), width_(width) {}

  /// Labels a location whose file is known.
  void add(source_location location, std::string text, label_kind kind);

  /// Returns all labelled lines, file by file; the file of the first label comes first.
  std::string draw() const;

  /// The indentation of the lines that follow the snippet.
  std::string margin() const { return std::string(number_width(), ' '); }

 private:
  struct label {
    source_location location;
    std::string text;
    label_kind kind;
  };
  using labels = std::vector<const label*>;

  std::size_t number_width() const;
  /// The width of source lines, after their numbers.
  std::size_t source_width() const { return width_ - number_width() - 3; }
  std::string draw_file(const labels& all, bool is_first) const;
  std::string draw_line(const labels& all) const;
  std::string draw_source(int number, const std::string& text) const;
  std::string draw_label(const label& l, const text_span& columns, bool has_mark) const;
  std::string rule(const std::string& number) const;

  ansi_style style_;
  std::size_t width_;
  std::vector<label> labels_;
};

}  // namespace milliamp::detail::report
