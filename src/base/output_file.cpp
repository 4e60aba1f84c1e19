#include "base/output_file.h"

#include "base/output_path.h"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

namespace milliamp::detail::base {

namespace {

std::atomic<bool> any_failed = false;

}  // namespace

bool write_all(std::FILE* stream, std::string_view text) {
  // fwrite() writes a text longer than the buffer itself; fflush() does not repeat its error.
  return (text.empty() || std::fwrite(text.data(), 1, text.size(), stream) == text.size()) &&
         std::fflush(stream) == 0;
}

output_file::output_file(const char* option, const std::string& path)
    : option_(option), path_(expand_path(path)), file_(std::fopen(path_.c_str(), "wbe")) {
  require(is_good());
}

void output_file::put(std::string_view text) {
  if (!is_good() || text.empty()) return;
  require(std::fwrite(text.data(), 1, text.size(), file_) == text.size());
}

void output_file::write(std::string_view text) {
  if (is_good()) require(write_all(file_, text));
}

void output_file::set_position(long position) {
  if (is_good()) require(std::fseek(file_, position, SEEK_SET) == 0);
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
  if (file_ != nullptr) std::fclose(std::exchange(file_, nullptr));
}

}  // namespace milliamp::detail::base
