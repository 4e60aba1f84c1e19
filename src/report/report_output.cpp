#include "report/report_output.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace milliamp::detail::report {

namespace {

/// Returns what a symbolic link leads to, and other paths as they are. Links in /dev and /proc lead
/// to open files.
std::string follow_link(const std::string& path) {
  struct stat status;
  const bool is_link = lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
  if (!is_link || path.starts_with("/dev/") || path.starts_with("/proc/")) return path;
  char* const real = realpath(path.c_str(), nullptr);
  if (real == nullptr) return path;
  std::string result = real;
  std::free(real);
  return result;
}

/// Whether there is or can be a file, rather than a device, a pipe or an open file.
bool is_file(const std::string& path) {
  struct stat status;
  return lstat(path.c_str(), &status) != 0 || S_ISREG(status.st_mode);
}

/// The name under which a file is written. Patterns such as `reports/*` do not match it.
std::string hidden_name(const std::string& path) {
  const std::size_t name = path.rfind('/') + 1;  // 0 without a slash
  return path.substr(0, name) + '.' + path.substr(name) + '.' + std::to_string(getpid());
}

bool write_all(int file, const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(file, text.data() + done, text.size() - done);
    if (count < 0 && errno != EINTR) return false;
    if (count > 0) done += static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

report_output::report_output(const std::string& path) : path_(follow_link(path)) {
  if (path_.empty() || path_ == "/dev/stderr") {
    stream_ = stderr;
  } else if (path_ == "/dev/stdout") {
    stream_ = stdout;  // opened again, a file would be written from its beginning
  } else if (!is_file(path_)) {
    stream_ = std::fopen(path_.c_str(), "ae");
    if (stream_ == nullptr) fail();
  }
}

report_output::~report_output() { close_stream(); }

void report_output::close_stream() {
  if (stream_ != nullptr && stream_ != stderr && stream_ != stdout) std::fclose(stream_);
}

void report_output::write(const std::string& text) {
  if (is_replaceable()) {
    text_ += text;
    is_written_ = false;
    return;
  }
  // A long text is written at once, and what fails then is no error of fflush().
  const bool is_written = std::fputs(text.c_str(), stream_) >= 0 && std::fflush(stream_) == 0;
  if (is_written || stream_ == stderr) return;
  fail();
  write(text);
}

void report_output::replace(const std::string& text) {
  text_.clear();
  write(text);
}

void report_output::commit() {
  if (!is_replaceable() || is_written_) return;
  is_written_ = write_file();
  if (is_written_) return;
  fail();
  write(text_);
}

bool report_output::write_file() const {
  const std::string hidden = hidden_name(path_);
  constexpr mode_t mode = 0666;  // less the umask
  const int file =
      open(hidden.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode);
  if (file < 0) return false;
  const bool is_complete = write_all(file, text_);
  const int error = errno;
  if (close(file) == 0 && is_complete && rename(hidden.c_str(), path_.c_str()) == 0) return true;
  if (!is_complete) errno = error;
  const int reason = errno;
  unlink(hidden.c_str());
  errno = reason;
  return false;
}

/// Prints the reason, errno, and continues with standard error.
void report_output::fail() {
  std::fprintf(stderr, "milliamp: report_path: cannot write '%s': %s; reporting here\n",
               path_.c_str(), std::strerror(errno));
  close_stream();
  stream_ = stderr;
  has_failed_ = true;
}

bool report_output::is_terminal() const {
  return !is_replaceable() && isatty(fileno(stream_)) != 0;
}

std::size_t report_output::width() const {
  constexpr std::size_t least = 60;  // source lines need room
  winsize size{};
  const bool is_known =
      !is_replaceable() && ioctl(fileno(stream_), TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return is_known ? std::max<std::size_t>(size.ws_col, least)
                  : std::numeric_limits<std::size_t>::max();
}

}  // namespace milliamp::detail::report
