/// @file
/// Callbacks that the plugins hoist out of loops (see clang_hoist_callbacks.cpp).
#pragma once

#include "guarded_callbacks.h"

#include <string>
#include <string_view>

namespace milliamp::instrument {

/// The callbacks before a loop, and before a loop over the points of an untiled kernel;
/// src/intercept/entry_points.cpp defines them.
inline constexpr const char* hoisted_reads_callback = "__milliamp_read_values";
inline constexpr const char* hoisted_row_callback = "__milliamp_access_row";

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

/// The number of bytes that a callback writes, if its calls can be hoisted; 0 otherwise.
inline unsigned write_size(std::string_view callback) {
  return callback == "__tsan_write4"    ? 4
         : callback == "__tsan_write8"  ? 8
         : callback == "__tsan_write16" ? 16
                                        : 0;
}

/// Whether a callback only announces an access of the running thread.
inline bool is_access_callback(std::string_view callback) {
  return is_guarded_callback(callback) && callback != entry_callback &&
         callback != "__tsan_func_exit";
}

/// Whether a callback performs an atomic operation.
inline bool is_atomic_operation(std::string_view callback) {
  constexpr std::string_view prefix = "__tsan_atomic";
  return callback.substr(0, prefix.size()) == prefix;
}

}  // namespace milliamp::instrument
