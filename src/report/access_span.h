/// @file
/// Which part of a line of source an access is. Debug information gives a column at best, and each
/// compiler its own: of `sum[i] += x`, that of `sum`, of `]` or of `+=`.
#pragma once

#include <cstddef>
#include <string_view>

namespace milliamp::detail::report {

/// A part of a line, in bytes from its beginning.
struct text_span {
  std::size_t begin;
  std::size_t end;

  std::size_t size() const { return end - begin; }
};

/// The expression that an event is about, or the whole of the line's code when nothing tells.
/// @param column from 1; 0 when unknown
/// @param what `read`, `write` or `atomic`; anything else happens at the column's expression
/// @param name of the variable; empty when unknown
text_span access_span(std::string_view line, int column, std::string_view what,
                      std::string_view name);

/// A name within its declaration, or the whole of the line's code when it is not there.
text_span declaration_span(std::string_view line, std::string_view name);

}  // namespace milliamp::detail::report
