/// @file
/// The names of files that options name, for programs that run many times.
#pragma once

#include <string>
#include <string_view>

namespace milliamp::detail::base {

/// Returns a path with its patterns replaced: `%p` by the number of this process, `%n` by the name
/// of the program, `%t` by that of the test, `%%` by `%`. If the program has changed the directory,
/// a relative path becomes absolute.
/// @param test empty outside of tests: `%t` becomes `none`
std::string expand_path(std::string_view path, std::string_view test = "");

/// Returns a path that does not depend on the current directory: a relative one is meant from the
/// directory in which the program began.
std::string absolute_path(const std::string& path);

/// Whether the path contains `%t`.
bool names_test(std::string_view path);

}  // namespace milliamp::detail::base
