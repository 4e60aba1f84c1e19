#include "report/report_file.h"

#include "base/output_file.h"
#include "base/read_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <random>
#include <stdexcept>

namespace milliamp::detail::report {

namespace {

/// Holds a lock of a directory. Where the file system has no locks, there is none.
class directory_lock {
 public:
  explicit directory_lock(const std::string& path)
      : directory_(open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (is_open() && flock(directory_, LOCK_EX) != 0 && errno == EINTR) continue;
  }
  /// A child process may still have the directory open.
  ~directory_lock() {
    if (!is_open()) return;
    flock(directory_, LOCK_UN);
    close(directory_);
  }
  directory_lock(const directory_lock&) = delete;
  directory_lock& operator=(const directory_lock&) = delete;

  /// Otherwise errno has the reason: the directory is not there, or cannot be read.
  bool is_open() const { return directory_ >= 0; }

 private:
  int directory_;
};

std::string directory_of(const std::string& path) {
  const std::size_t name = path.rfind('/') + 1;  // 0 without a slash
  return name == 0 ? "." : path.substr(0, name);
}

/// The name under which a file is written. Patterns such as `reports/*` do not match it. Without a
/// lock, a process of the same number on another machine may write to the directory, too.
std::string hidden_name(const std::string& path) {
  return path.substr(0, path.rfind('/') + 1) + ".milliamp." + std::to_string(getpid()) + '.' +
         std::to_string(std::random_device()());
}

/// @return whether that succeeded; otherwise errno has the reason
bool replace_file(const std::string& path, const std::string& text) {
  if (access(path.c_str(), W_OK) != 0 && errno != ENOENT) return false;
  const std::string hidden = hidden_name(path);
  const int number = open(hidden.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (number < 0) return false;
  struct stat status;
  if (stat(path.c_str(), &status) == 0) fchmod(number, status.st_mode);
  const bool is_complete = base::write_all(number, text);
  int reason = errno;
  if (close(number) == 0 && is_complete && rename(hidden.c_str(), path.c_str()) == 0) {
    return true;
  }
  if (is_complete) reason = errno;
  unlink(hidden.c_str());
  errno = reason;
  return false;
}

}  // namespace

/// Others may have written since the last update.
void report_file::take_up(std::string contents) {
  if (contents == contents_) return;
  joined_ = contents.empty() ? "" : report_;
  there_ = std::move(contents);
}

std::string report_file::update(const std::string& report) try {
  const directory_lock lock(directory_of(path_));
  if (!lock.is_open()) return std::strerror(errno);
  if (join_ != nullptr) {
    std::optional<std::string> contents = base::read_file(path_);
    if (!contents && errno != ENOENT) return std::strerror(errno);
    take_up(std::move(contents).value_or(""));
  }
  std::string text = there_.empty() ? report : join_(there_, report, joined_);
  if (!replace_file(path_, text)) return std::strerror(errno);
  contents_ = std::move(text);
  report_ = report;
  return "";
} catch (const std::invalid_argument& e) {
  return e.what();
}

}  // namespace milliamp::detail::report
