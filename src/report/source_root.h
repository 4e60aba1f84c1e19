/// @file
/// The directory that paths in reports for code hosts are relative to.
#pragma once

#include <milliamp/finding.h>

#include <span>
#include <string>

namespace milliamp::detail::report {

/// The root of the repository that the program's sources are in.
class source_root {
 public:
  /// For the first source that is in one, the directory in the environment variable
  /// GITHUB_WORKSPACE, or else that with `.git` above the source. If no source is in one,
  /// GITHUB_WORKSPACE or the current directory.
  explicit source_root(std::span<const finding> findings);
  /// The root of the repository that a file is in, found as for the source of a finding.
  explicit source_root(const std::string& file);

  /// An absolute path without a slash at the end.
  const std::string& path() const { return path_; }

  /// Whether a file is in the directory.
  bool contains(const std::string& file) const { return file.starts_with(path_ + '/'); }

  /// The path of a file relative to the directory; as it is if the file is elsewhere.
  std::string relative(const std::string& file) const {
    return contains(file) ? file.substr(path_.size() + 1) : file;
  }

 private:
  void complete();

  std::string path_;
};

}  // namespace milliamp::detail::report
