/// @file
/// Finds the expression of an access in its line of source. Debug information gives only a column,
/// and compilers choose it differently: for `sum[i] += x`, that of `sum`, of `]` or of `+=`.
#pragma once

#include "report/token_line.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace milliamp::detail::report {

/// Returns the span of the expression that an event refers to, or of all code in the line when that
/// is unknown.
/// @param column from 1; 0 when unknown
/// @param what `read`, `write` or `atomic`; for anything else, the expression at the column is
/// meant
/// @param name the name of the variable; empty when unknown
text_span access_span(std::string_view line, int column, std::string_view what,
                      std::string_view name);

/// Returns the position in a list of the name that is used nearest to a column: the first when the
/// line uses none.
std::size_t nearest_name(std::string_view line, int column, const std::vector<std::string>& names);

/// Returns the span of a name in its declaration, or of all code in the line when it is not there.
text_span declaration_span(std::string_view line, std::string_view name);

}  // namespace milliamp::detail::report
