// What tells the plugins kernels from other code of the program.
#pragma once

#include <string_view>

namespace milliamp::instrument {

/// The class templates in whose members kernels are called (see include/milliamp/detail/launch.h),
/// and into which they are inlined. Both are in milliamp::detail.
inline constexpr std::string_view kernel_callers[] = {"tiled_caller", "untiled_caller"};

}  // namespace milliamp::instrument
