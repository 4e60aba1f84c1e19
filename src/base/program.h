/// @file
/// What kind of program the library runs in.
#pragma once

namespace milliamp::detail::base {

/// Whether any part of the program has been compiled with instrumentation (milliamp::checked).
/// Such parts say so while they are being loaded, before main begins.
bool program_is_checked() noexcept;
/// Called by each such part as it is loaded.
void mark_program_checked() noexcept;

}  // namespace milliamp::detail::base
