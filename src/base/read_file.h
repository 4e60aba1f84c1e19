/// @file
/// The contents of a file.
#pragma once

#include <optional>
#include <string>

namespace milliamp::detail::base {

/// Reads a file to its end.
/// @return nothing, with the reason in errno, if it cannot be read, or is a directory
std::optional<std::string> read_file(const std::string& path);

}  // namespace milliamp::detail::base
