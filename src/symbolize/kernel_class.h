/// @file
/// The class of a kernel function object: the closure type of a lambda, or the class of a function
/// object.
#pragma once

#include "symbolize/dwarf.h"

#include <optional>
#include <string>

namespace milliamp::detail::symbolize {

/// Returns the class of a kernel, if debug information describes it.
/// @param code any function of the library's tiled_caller or untiled_caller for the kernel
std::optional<Dwarf_Die> kernel_class(const void* code) MILLIAMP_REQUIRES(debug_information::mutex);

/// Where a kernel is declared: a lambda, or the class of a function object.
struct kernel_declaration {
  std::string file;  ///< empty without debug information
  int line = 0;
};

/// @param code as for kernel_class()
kernel_declaration kernel_declaration_of(const void* code);

}  // namespace milliamp::detail::symbolize
