#include "report/report_output.h"

#include "base/output_file.h"
#include "base/output_path.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string_view>

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

/// Opens what is neither a file nor a standard stream. An open file of the process, such as
/// /dev/fd/1, keeps its position: opened again, it would be written from its beginning.
std::FILE* open_stream(const std::string& path) {
  for (const std::string_view directory : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!path.starts_with(directory)) continue;
    const int number = dup(std::atoi(path.c_str() + directory.size()));
    return number < 0 ? nullptr : fdopen(number, "a");
  }
  return std::fopen(path.c_str(), "ae");
}

}  // namespace

report_output::report_output(const std::string& path, report_join join) : path_(follow_link(path)) {
  if (path_.empty() || path_ == "/dev/stderr") {
    stream_ = stderr;
  } else if (path_ == "/dev/stdout") {
    stream_ = stdout;  // opened again, a file would be written from its beginning
  } else if (is_file(path_)) {
    // The program may change the directory between two reports.
    file_.emplace(base::absolute_path(path_), join);
  } else {
    stream_ = open_stream(path_);
    if (stream_ == nullptr) fail(std::strerror(errno));
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
  if (base::write_all(stream_, text) || stream_ == stderr) return;
  fail(std::strerror(errno));
  write(text);
}

void report_output::replace(const std::string& text) {
  if (text == text_) return;  // a commit() that failed has printed it
  text_.clear();
  write(text);
}

void report_output::commit() {
  if (!is_replaceable() || is_written_) return;
  const std::string reason = file_->update(text_);
  is_written_ = reason.empty();
  if (is_written_) return;
  fail(reason);
  write(text_);
}

/// Prints the reason, and continues with standard error.
void report_output::fail(const std::string& reason) {
  std::fprintf(stderr, "milliamp: report_path: cannot write '%s': %s; reporting here\n",
               path_.c_str(), reason.c_str());
  close_stream();
  file_.reset();
  stream_ = stderr;
  has_failed_ = true;
}

bool report_output::is_terminal() const {
  return !is_replaceable() && isatty(fileno(stream_)) != 0;
}

std::size_t report_output::width() const {
  winsize size{};
  const bool is_known =
      !is_replaceable() && ioctl(fileno(stream_), TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return is_known ? size.ws_col : std::numeric_limits<std::size_t>::max();
}

}  // namespace milliamp::detail::report
