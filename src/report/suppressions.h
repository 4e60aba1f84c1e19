/// @file
/// Findings that are not wanted, from the file that the option `suppressions` names. Each line has
/// a kind of finding, or `*` for all, and a pattern:
///
///     # known, and harmless
///     race:histogram_*
///     uninitialized-read:third_party/
///     *:^scratch$
///
/// A finding is suppressed when the pattern fits a function or a file in one of its call chains or
/// its variable. A pattern fits anywhere within a name; `*` stands for any characters, `^` and `$`
/// at its ends for those of the name. Lines that are blank or begin with `#` mean nothing.
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
    std::string text;  ///< as the file has it
    int line;
    std::uint64_t uses = 0;
  };

  /// Suppresses nothing.
  suppressions() = default;

  /// Reads the text of a file. @param path its name, for messages
  /// @throws std::invalid_argument with path and line, when a line is not `kind:pattern` of a kind
  ///   that exists
  suppressions(std::string path, std::string_view text);

  /// Reads a file.
  /// @throws std::invalid_argument also when it cannot be read
  static suppressions read_file(const std::string& path);

  /// Whether a finding is suppressed; then its instances count as uses of the line.
  bool suppress(const finding& found);

  /// How many instances of findings have been suppressed.
  std::uint64_t uses() const;

  /// The lines that have suppressed nothing so far.
  std::vector<entry> unused() const;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::vector<entry> entries_;
};

/// Whether a pattern of a suppression fits a name.
bool fits(std::string_view pattern, std::string_view name);

}  // namespace milliamp::detail::report
