/// @file
/// How the plugins distinguish kernels from other code.
#pragma once

#include <string_view>

namespace milliamp::instrument {

/// The class templates in milliamp::detail whose member functions call kernels, and into which the
/// kernels are inlined (see include/milliamp/detail/launch.h).
inline constexpr std::string_view kernel_callers[] = {"tiled_caller", "untiled_caller"};

}  // namespace milliamp::instrument
