/// @file
/// The functions whose calls the plugins redirect to the library's wrappers, __wrap_memcpy for
/// memcpy (see MILLIAMP_WRAPPED_FUNCTIONS in tools/cmake/MilliampFlags.cmake).
#pragma once

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace milliamp::instrument {

inline constexpr std::string_view wrapped_functions[] = {MILLIAMP_WRAPPED_FUNCTIONS};

inline bool is_wrapped_function(std::string_view function) {
  return std::find(std::begin(wrapped_functions), std::end(wrapped_functions), function) !=
         std::end(wrapped_functions);
}

inline std::string wrapper_of(std::string_view function) {
  return "__wrap_" + std::string(function);
}

}  // namespace milliamp::instrument
