/// @file
/// A directory for what this process needs while it runs.
#ifndef MILLIAMP_COMMAND_TEMPORARY_DIRECTORY_H
#define MILLIAMP_COMMAND_TEMPORARY_DIRECTORY_H

#include "error.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace milliamp::command {

/// A new directory. The destructor removes it with its contents.
class temporary_directory {
 public:
  temporary_directory() {
    const char* const chosen = std::getenv("TMPDIR");
    const std::string parent = chosen != nullptr && *chosen != '\0' ? chosen : "/tmp";
    std::string name = parent + "/milliamp-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) {
      throw error("cannot create a temporary directory in '" + parent +
                  "': " + std::strerror(errno) + "; set TMPDIR to a writable directory");
    }
    path_ = name;
  }
  ~temporary_directory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  temporary_directory(const temporary_directory&) = delete;
  temporary_directory& operator=(const temporary_directory&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace milliamp::command

#endif
