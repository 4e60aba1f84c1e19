/// @file
/// The file of a recording: a sequence of chunks with checksums. README.md describes the format.
#pragma once

#include "base/mutex.h"
#include "base/output_file.h"

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>

namespace milliamp::detail::trace {

/// The recording of the process. It is complete after each finish(): if the process is killed
/// later, the file has everything that was recorded before.
class recording_file {
 public:
  static recording_file& instance();

  /// Appends chunks. write() is called with a function that appends one: `append(kind, contents)`,
  /// or `append(kind, contents, more)` where more bytes follow the contents.
  template <class Write>
  void extend(Write write) {
    const base::scoped_lock lock(mutex_);
    if (!open()) return;
    write([this](std::string_view kind, std::string_view contents, std::string_view more = {})
              MILLIAMP_NO_THREAD_SAFETY_ANALYSIS { append(kind, contents, more); });
    finish();
  }

 private:
  bool open() MILLIAMP_REQUIRES(mutex_);
  void append(std::string_view kind, std::string_view contents, std::string_view more)
      MILLIAMP_REQUIRES(mutex_);
  void put(std::string_view kind, std::string_view contents, std::string_view more)
      MILLIAMP_REQUIRES(mutex_);
  void finish() MILLIAMP_REQUIRES(mutex_);

  base::mutex mutex_;
  std::optional<base::output_file> file_ MILLIAMP_GUARDED_BY(mutex_);
  std::uint32_t chunks_ MILLIAMP_GUARDED_BY(mutex_) = 0;
};

}  // namespace milliamp::detail::trace
