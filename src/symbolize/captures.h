/// @file
/// The memory that a kernel function object refers to, read from debug information: captured views,
/// arrays and textures, and variables captured by reference.
#pragma once

#include "symbolize/captured_memory.h"

#include <vector>

namespace milliamp::detail::symbolize {

/// Returns the captures of a kernel function object that debug information describes. Each mipmap
/// level of a texture is a separate capture.
/// @param code any function of the library's tiled_caller or untiled_caller for the kernel
std::vector<captured_memory> captures_of(const void* function_object, const void* code);

}  // namespace milliamp::detail::symbolize
