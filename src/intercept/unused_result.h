/// @file
/// Atomic operations whose result the program does not use: the compiler plugins mark them, because
/// only the result depends on the order of operations that commute.
#pragma once

#include <string_view>

namespace milliamp::detail::intercept {

/// Set in the memory order of a callback whose result is not used. No order of the compilers has
/// it.
inline constexpr unsigned unused_result = 1u << 24;

/// The index of the memory order among the arguments of a callback that commutes with others of its
/// name.
inline constexpr unsigned order_argument = 2;

/// Whether a function is the callback of an operation that commutes with others of its name.
constexpr bool is_commutative_operation(std::string_view function) {
  const auto begins_with = [=](std::string_view prefix) {
    return function.substr(0, prefix.size()) == prefix;
  };
  return (begins_with("__tsan_atomic") && function.find("_fetch_") != std::string_view::npos) ||
         begins_with("_ZN8milliamp6detail17checked_fetch_");
}

}  // namespace milliamp::detail::intercept
