#include "trace/recording_file.h"

#include "base/immortal.h"
#include "base/json.h"
#include "base/options.h"
#include "trace/recording_format.h"

#include <milliamp/version.h>

#include <nlohmann/json.hpp>

#include <array>
#include <cerrno>

namespace milliamp::detail::trace {

namespace {

std::string head() {
  const nlohmann::ordered_json json = {{"milliamp", MILLIAMP_VERSION_STRING},
                                       {"program", program_invocation_short_name},
                                       {"options", base::to_string(base::current_options())}};
  return base::json_text(json);
}

}  // namespace

recording_file& recording_file::instance() { return base::only<recording_file>(); }

/// Opens the file for the first chunk.
bool recording_file::open() {
  if (file_) return file_->is_good();
  file_.emplace("trace_path", base::current_options().trace_path);
  file_->put(file_signature);
  append("HEAD", head(), {});
  return file_->is_good();
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
  const std::array<char, 4> crc = as_bytes(checksum({kind, length_bytes, contents, more}));
  for (const std::string_view part :
       {kind, length_bytes, contents, more, std::string_view(crc.data(), crc.size())}) {
    file_->put(part);
  }
}

/// Writes the last chunk, which the next chunk overwrites.
void recording_file::finish() {
  const std::array<char, 4> count = as_bytes(chunks_);
  const off_t end = file_->position();
  put("ENDR", {count.data(), count.size()}, {});
  file_->write("");
  file_->set_position(end);
}

}  // namespace milliamp::detail::trace
