/// @file
/// Records the calls of the library that the host makes: copies, launches and so on.

#include "base/host_calls.h"
#include "base/options.h"
#include "base/scoped_ignore.h"
#include "trace/recording_file.h"
#include "trace/tile_recorder.h"

#include <nlohmann/json.hpp>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

namespace milliamp::detail::trace {

namespace {

/// Later calls are not recorded.
constexpr std::uint64_t most_calls = 10'000;

void record_call(const char* name, std::uint64_t begin) {
  static std::atomic<std::uint64_t> calls{0};
  const std::uint64_t number = calls++;
  if (number > most_calls) return;
  const base::scoped_ignore ignore;
  recording_file::instance().extend([&](auto append) {
    if (number == most_calls) {
      append("LIMT", "\"calls of the host after the first " + std::to_string(most_calls) +
                         " are not recorded\"");
      return;
    }
    const nlohmann::ordered_json call = {
        {"call", name}, {"thread", syscall(SYS_gettid)}, {"begin", begin}, {"end", now()}};
    append("HOST", call.dump());
  });
}

constexpr base::host_call_clock recorder{&now, &record_call};

[[maybe_unused]] const bool watches_host_calls = [] {
  if (!base::current_options().trace_path.empty()) base::host_calls = &recorder;
  return true;
}();

}  // namespace

}  // namespace milliamp::detail::trace
