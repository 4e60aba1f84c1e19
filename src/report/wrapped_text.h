/// @file
/// Text in lines of a limited width.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace milliamp::detail::report {

/// The most columns of a line.
inline constexpr std::size_t report_width = 120;

/// The number of columns of a text in UTF-8.
std::size_t columns_of(std::string_view text);

/// Breaks text at spaces.
/// @param begin the column of the first word
/// @param indent the column of the following lines
/// @param width the most columns; a word that is longer than a line is left whole
std::string wrap(std::string_view text, std::size_t begin, std::size_t indent, std::size_t width);

}  // namespace milliamp::detail::report
