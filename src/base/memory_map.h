/// @file
/// Which addresses lead to memory.
#pragma once

#include "base/memory_range.h"

namespace milliamp::detail::base {

/// Whether the process has mapped all pages of a range. A page may still be inaccessible.
bool is_mapped(const memory_range& range);

}  // namespace milliamp::detail::base
