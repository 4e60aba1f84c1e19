/// @file
/// The contents of a file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace milliamp::detail::base {

/// Reads a file to its end.
/// @param most the bytes that it may have; a device such as /dev/zero has no end
/// @return nothing, with the reason in errno, if it cannot be read, is a directory or larger
std::optional<std::string> read_file(const std::string& path,
                                     std::size_t most = std::size_t{1} << 30);

}  // namespace milliamp::detail::base
