/// @file
/// Names of C arrays, read from the source line of an access: the compiler's check passes none.
#pragma once

#include "report/finding.h"

#include <cstddef>
#include <string>

namespace milliamp::detail::diagnose {

/// The array that the first event of a finding indexes, or the one that it is a row of: `values` of
/// `values[0][i + 1]`, `cells[0].values` of `cells[0].values[i]`; empty if the source cannot be
/// read or the line uses a macro for the subscript. GCC passes the end of the subscript as the
/// location, Clang the beginning of the expression.
/// @param index the value of the index in decimal
/// @param dimensions the number of dimensions of the array type; 0: unknown
std::string array_name(const finding& found, const std::string& index, std::size_t dimensions);

}  // namespace milliamp::detail::diagnose
