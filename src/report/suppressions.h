/// @file
/// Suppressions of findings, from the file named by the option `suppressions`. Each line has a kind
/// of finding, or `*` for all kinds, and a pattern:
///
///     # known, and harmless
///     race:histogram_*
///     uninitialized-read:third_party/
///     *:^scratch$
///
/// A finding is suppressed when the pattern matches its variable, or a function or file in one of
/// its call stacks. A pattern matches anywhere in a name; `*` matches any characters, `^` and `$`
/// match the beginning and the end of the name. Blank lines and lines that begin with `#` are
/// ignored.
#pragma once

#include "report/finding.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace milliamp::detail::report {

class suppressions {
 public:
  /// One line of the file.
  struct entry {
    std::optional<finding_kind> kind;  ///< empty: every kind
    std::string pattern;
    std::string text;  ///< the line of the file
    int line;
    std::uint64_t uses = 0;
  };

  /// Suppresses nothing.
  suppressions() = default;

  /// Parses the text of a file.
  /// @param path the path of the file, for messages
  /// @throws std::invalid_argument with path and line, when a line is not `kind:pattern` with a
  ///   known kind
  suppressions(std::string path, std::string_view text);

  /// Reads a file.
  /// @throws std::invalid_argument also when the file cannot be read
  static suppressions read_file(const std::string& path);

  /// Returns whether a finding is suppressed, and counts its instances as uses of the line.
  bool suppress(const finding& found);

  /// The number of suppressed instances of findings.
  std::uint64_t uses() const;

  /// The lines that have not suppressed anything.
  std::vector<entry> unused() const;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::vector<entry> entries_;
};

/// Returns a line that suppresses a finding, and others of its kind on the same variable. Where the
/// variable is unknown, those in the same function, or else file.
/// @return empty if nothing about the finding is known
std::string suggest_suppression(const finding& found);

/// Whether the pattern of a suppression matches a name.
bool matches(std::string_view pattern, std::string_view name);

}  // namespace milliamp::detail::report
