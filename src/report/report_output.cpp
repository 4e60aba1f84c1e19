#include "report/report_output.h"

#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>

namespace milliamp::detail::report {

report_output::report_output(const std::string& path)
    : path_(path), file_(path.empty() ? stderr : std::fopen(path.c_str(), "we")) {
  if (file_ == nullptr) {
    print_failure("write");
    file_ = stderr;
  }
  struct stat status;
  is_replaceable_ =
      file_ != stderr && fstat(fileno(file_), &status) == 0 && S_ISREG(status.st_mode);
}

report_output::~report_output() {
  if (file_ != stderr) std::fclose(file_);
}

void report_output::write(const std::string& text) {
  std::fputs(text.c_str(), file_);
  if (std::fflush(file_) == 0 || file_ == stderr) return;
  print_failure("go on writing");
  std::fclose(file_);
  file_ = stderr;
  is_replaceable_ = false;
  write(text);
}

void report_output::replace(const std::string& text) {
  if (is_replaceable_) std::rewind(file_);
  write(text);
  // A text shorter than the previous one leaves the end of that behind.
  if (is_replaceable_ && ftruncate(fileno(file_), static_cast<off_t>(text.size())) != 0) {
    print_failure("truncate");
  }
}

bool report_output::is_terminal() const { return isatty(fileno(file_)) != 0; }

std::size_t report_output::width() const {
  constexpr std::size_t least = 60;  // source lines need room
  winsize size{};
  const bool is_known = ioctl(fileno(file_), TIOCGWINSZ, &size) == 0 && size.ws_col != 0;
  return is_known ? std::max<std::size_t>(size.ws_col, least)
                  : std::numeric_limits<std::size_t>::max();
}

void report_output::print_failure(const char* verb) {
  std::fprintf(stderr, "milliamp: report_path: cannot %s '%s': %s; reporting here\n", verb,
               path_.c_str(), std::strerror(errno));
}

}  // namespace milliamp::detail::report
