/// @file
/// The callbacks whose calls the plugins guard.
#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

namespace milliamp::instrument {

inline constexpr std::string_view guarded_callbacks[] = {
#define MILLIAMP_CALLBACK(NAME, ...) "__tsan_" #NAME,
#include "../intercept/callbacks.def"
};

inline bool is_guarded_callback(std::string_view function) {
  return std::find(std::begin(guarded_callbacks), std::end(guarded_callbacks), function) !=
         std::end(guarded_callbacks);
}

inline constexpr std::string_view entry_callback = "__tsan_func_entry";

}  // namespace milliamp::instrument
