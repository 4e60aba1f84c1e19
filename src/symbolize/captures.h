/// @file
/// The memory that a kernel function object refers to, read from debug information: captured views,
/// arrays and textures, and variables captured by reference.
#pragma once

#include "symbolize/captured_memory.h"

#include <string>
#include <vector>

namespace milliamp::detail::symbolize {

/// Returns the captures of a kernel function object that debug information describes. Each mipmap
/// level of a texture is a capture of its own.
/// @param code any function of the library's tiled_caller or untiled_caller for the kernel
std::vector<captured_memory> captures_of(const void* function_object, const void* code);

/// Where a kernel is declared: a lambda, or the class of a function object.
struct kernel_declaration {
  std::string file;  ///< empty without debug information
  int line = 0;
};

/// @param code as for captures_of()
kernel_declaration kernel_declaration_of(const void* code);

}  // namespace milliamp::detail::symbolize
