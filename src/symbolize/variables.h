/// @file
/// Variables by their addresses, from debug information and symbols.
#pragma once

#include "symbolize/type_layout.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace milliamp::detail::symbolize {

/// The declaration of a variable.
struct variable_declaration {
  std::string file;  ///< empty without debug information
  int line = 0;
  type_layout type;
};

/// Returns the declaration of a thread-local variable.
/// @param module an address in its module
/// @param offset the offset in the thread-local block of the module
variable_declaration thread_local_declaration(std::uintptr_t module, std::size_t offset);

/// Whether an instruction is in the function that declares a thread-local variable, or has been
/// inlined from there. Without debug information, it may always be.
/// @param module an address in its module
/// @param offset the offset in the thread-local block of the module
bool is_in_function_of(std::uintptr_t module, std::size_t offset, const void* return_address);

/// An offset in a variable with static storage duration.
struct static_variable_offset {
  std::string name;  ///< qualified; empty for an address outside of such variables
  std::size_t offset = 0;
  std::size_t size = 0;  ///< the size of the variable, in bytes
};

/// Returns the variable with static storage duration at an address.
static_variable_offset static_variable_at(std::uintptr_t address);

}  // namespace milliamp::detail::symbolize
