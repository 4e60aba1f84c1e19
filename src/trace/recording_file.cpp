#include "trace/recording_file.h"

#include "base/immortal.h"
#include "base/options.h"
#include "trace/checksum.h"

#include <milliamp/version.h>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace milliamp::detail::trace {

namespace {

std::string head() {
  const nlohmann::ordered_json json = {{"milliamp", MILLIAMP_VERSION_STRING},
                                       {"program", program_invocation_short_name},
                                       {"options", base::to_string(base::current_options())}};
  return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace

recording_file& recording_file::instance() {
  static base::immortal<recording_file> one;
  return *one;
}

/// Opens the file for the first chunk. A child process writes nothing: the file is its parent's.
bool recording_file::open() {
  if (was_opened_) return file_ != nullptr && process_ == getpid();
  was_opened_ = true;
  process_ = getpid();
  const std::string& path = base::current_options().trace_path;
  file_ = std::fopen(path.c_str(), "wbe");
  if (file_ == nullptr) {
    std::fprintf(stderr, "milliamp: trace_path: cannot write '%s': %s; nothing is recorded\n",
                 path.c_str(), std::strerror(errno));
    return false;
  }
  std::fwrite(file_signature.data(), 1, file_signature.size(), file_);
  append("HEAD", head(), {});
  return true;
}

void recording_file::append(std::string_view kind, std::string_view contents,
                            std::string_view more) {
  put(kind, contents, more);
  ++chunks_;
}

void recording_file::put(std::string_view kind, std::string_view contents, std::string_view more) {
  const std::array<char, 4> length =
      as_bytes(static_cast<std::uint32_t>(contents.size() + more.size()));
  const std::string_view length_bytes(length.data(), length.size());
  std::uint32_t crc = 0;
  for (const std::string_view part : {kind, length_bytes, contents, more}) {
    crc = checksum(part, crc);
    if (!part.empty()) std::fwrite(part.data(), 1, part.size(), file_);  // data() may be null
  }
  const std::array<char, 4> crc_bytes = as_bytes(crc);
  std::fwrite(crc_bytes.data(), 1, crc_bytes.size(), file_);
}

/// Writes the last chunk, which the next chunk overwrites.
void recording_file::finish() {
  const std::array<char, 4> count = as_bytes(chunks_);
  const long end = std::ftell(file_);
  put("ENDR", {count.data(), count.size()}, {});
  const bool is_written =
      std::fflush(file_) == 0 && std::ferror(file_) == 0 && std::fseek(file_, end, SEEK_SET) == 0;
  if (is_written) return;
  std::fprintf(stderr, "milliamp: trace_path: cannot continue to write '%s': %s\n",
               base::current_options().trace_path.c_str(), std::strerror(errno));
  std::fclose(file_);
  file_ = nullptr;
}

}  // namespace milliamp::detail::trace
