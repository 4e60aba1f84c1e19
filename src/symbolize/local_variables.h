/// @file
/// Local variables of the host by their addresses, from debug information and unwind tables:
///
///     int data[64];
///     array_view<int> view(80, data);  // local_variable_at(data): data, 256 bytes
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace milliamp::detail::symbolize {

struct local_variable {
  std::string name;
  std::uintptr_t address = 0;
  std::size_t size = 0;  ///< bytes
};

/// Returns the local variable at an address on the stack of the calling thread. Nothing without
/// debug information, or if it does not give the variable a fixed place in its function's frame.
/// @note Unwinds the stack up to that frame: some microseconds.
std::optional<local_variable> local_variable_at(const void* address);

}  // namespace milliamp::detail::symbolize
