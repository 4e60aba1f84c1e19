// Callbacks of reads that the plugins hoist out of loops (see clang_hoist_reads.cpp).
#pragma once

#include "guarded_callbacks.h"

#include <string>
#include <string_view>

namespace milliamp::instrument {

/// The callback before the loop; src/intercept/entry_points.cpp defines it.
inline constexpr const char* hoisted_reads_callback = "__milliamp_read_values";

/// The callback that a hoistable one becomes: it has the call site as a second argument.
inline std::string with_call_site(std::string_view callback) {
  return std::string(callback) + "_pc";
}

/// The number of bytes that a callback reads, if its calls can be hoisted; 0 otherwise. These are
/// the reads of whole words.
inline unsigned read_size(std::string_view callback) {
  return callback == "__tsan_read4"    ? 4
         : callback == "__tsan_read8"  ? 8
         : callback == "__tsan_read16" ? 16
                                       : 0;
}

/// Whether a callback only announces an access of the running thread.
inline bool is_access_callback(std::string_view callback) {
  return is_guarded_callback(callback) && callback != "__tsan_func_entry" &&
         callback != "__tsan_func_exit";
}

}  // namespace milliamp::instrument
