#include "base/output_file.h"

#include "base/output_path.h"

#include <fcntl.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

namespace milliamp::detail::base {

namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16;

std::atomic<bool> any_failed = false;

}  // namespace

bool write_all(std::FILE* stream, std::string_view text) {
  // fwrite() writes a text longer than the buffer itself; fflush() does not repeat its error.
  return (text.empty() || std::fwrite(text.data(), 1, text.size(), stream) == text.size()) &&
         std::fflush(stream) == 0;
}

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return false;
    }
  }
  return true;
}

output_file::output_file(const char* option, const std::string& path)
    : option_(option),
      path_(expand_path(path)),
      file_(open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
  require(is_good());
}

output_file::~output_file() {
  write("");
  close();
}

void output_file::put(std::string_view text) {
  pending_ += text;
  if (pending_.size() >= buffer_size) write("");
}

void output_file::write(std::string_view text) {
  pending_ += text;
  if (is_good()) require(write_all(file_, pending_));
  pending_.clear();
}

off_t output_file::position() const {
  if (!is_good()) return 0;
  return lseek(file_, 0, SEEK_CUR) + static_cast<off_t>(pending_.size());
}

void output_file::set_position(off_t position) {
  write("");
  if (is_good()) require(lseek(file_, position, SEEK_SET) >= 0);
}

bool output_file::has_failed() { return any_failed; }

/// If a write has failed, prints the reason, errno, and closes the file.
void output_file::require(bool is_written) {
  if (is_written) return;
  std::fprintf(stderr, "milliamp: %s: cannot write '%s': %s\n", option_, path_.c_str(),
               std::strerror(errno));
  any_failed = true;
  close();
}

void output_file::close() {
  if (file_ >= 0) ::close(std::exchange(file_, -1));
}

}  // namespace milliamp::detail::base
