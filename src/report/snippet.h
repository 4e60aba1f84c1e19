/// @file
/// Lines of source with labels under their parts, in the manner of a compiler's diagnostics:
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
#include "report/marked_location.h"

#include <cstddef>
#include <string>
#include <vector>

namespace milliamp::detail::report {

class snippet {
 public:
  enum class style : unsigned char {
    main,      ///< what the finding is about
    secondary  ///< what helps to understand it
  };

  /// Labels a place whose file is known.
  void add(marked_location place, std::string text, style s);

  /// All lines that have labels, file by file, those of the first label's first.
  std::string draw(const ansi_style& paint) const;

  /// The blanks that lines behind the snippet begin with.
  std::string margin() const { return std::string(number_width(), ' '); }

 private:
  struct label {
    marked_location place;
    std::string text;
    style how;
  };
  using labels = std::vector<const label*>;

  std::size_t number_width() const;
  std::string draw_file(const labels& all, bool is_first, const ansi_style& paint) const;
  std::string draw_line(const labels& all, const ansi_style& paint) const;
  std::string draw_source(int number, const std::string& text, const ansi_style& paint) const;
  std::string rule(const std::string& number, const ansi_style& paint) const;

  std::vector<label> labels_;
};

}  // namespace milliamp::detail::report
