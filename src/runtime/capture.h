/// @file
/// Whether the calling thread is copying a kernel to an accelerator.
#pragma once

namespace milliamp::detail {

bool is_capturing() noexcept;

}  // namespace milliamp::detail
