#include "earlier_recording.h"

#include "error.h"
#include "output.h"

#include <unistd.h>

#include <string>
#include <system_error>
#include <utility>

namespace milliamp::command {

namespace {

namespace fs = std::filesystem;

/// @throws error if there is something else
bool is_recorded(const fs::path& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored)) return false;
  if (fs::is_regular_file(path, ignored)) return true;
  throw error("cannot record to '" + path.string() + "', which is not a regular file");
}

/// Called before the program runs, so that the error does not come after it.
void require_writable(const fs::path& path) {
  write_file(path, "");
  std::error_code ignored;
  fs::remove(path, ignored);
}

}  // namespace

earlier_recording::earlier_recording(fs::path path) : path_(std::move(path)) {
  if (!is_recorded(path_)) {
    require_writable(path_);
    return;
  }
  fs::path aside = path_;
  aside += ".earlier-" + std::to_string(getpid());  // no other process uses this name
  std::error_code failure;
  fs::rename(path_, aside, failure);
  if (failure) throw unwritten("cannot replace '" + path_.string() + "': " + failure.message());
  aside_ = aside;
}

earlier_recording::~earlier_recording() {
  std::error_code ignored;
  if (exists()) fs::rename(aside_, path_, ignored);
}

void earlier_recording::replace() {
  std::error_code ignored;
  if (exists()) fs::remove(aside_, ignored);
  aside_.clear();
}

}  // namespace milliamp::command
