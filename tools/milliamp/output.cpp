#include "output.h"

#include "base/output_file.h"
#include "error.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace milliamp::command {

namespace {

/// Otherwise errno has the reason.
void require(bool is_written, const std::string& file) {
  if (!is_written) throw unwritten("cannot write " + file + ": " + std::strerror(errno));
}

}  // namespace

void print(const std::string& text) {
  require(detail::base::write_all(stdout, text), "to standard output");
}

void write_file(const std::filesystem::path& file, const std::string& contents) {
  const std::string name = '\'' + file.string() + '\'';
  std::FILE* const stream = std::fopen(file.c_str(), "wbe");
  require(stream != nullptr, name);
  const bool is_written = detail::base::write_all(stream, contents);
  const int reason = errno;
  std::fclose(stream);
  errno = reason;
  require(is_written, name);
}

}  // namespace milliamp::command
