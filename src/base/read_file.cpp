#include "base/read_file.h"

#include <array>
#include <cerrno>
#include <cstdio>

namespace milliamp::detail::base {

std::optional<std::string> read_file(const std::string& path, std::size_t most) {
  // Not a stream of C++: from a directory, that throws an exception without a reason.
  std::FILE* const file = std::fopen(path.c_str(), "re");
  if (file == nullptr) return std::nullopt;
  std::string text;
  std::array<char, 16384> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file)) {
    text.append(buffer.data(), count);
    if (text.size() > most) break;
  }
  const int error = std::ferror(file) != 0 ? errno : text.size() > most ? EFBIG : 0;
  std::fclose(file);
  errno = error;
  if (error != 0) return std::nullopt;
  return text;
}

}  // namespace milliamp::detail::base
