/// @file
/// Whether the program is checked.
#pragma once

namespace milliamp::detail::base {

/// Whether any part of the program was compiled with instrumentation (milliamp::checked). Known
/// before main() begins.
bool program_is_checked() noexcept;
/// Called by the constructors of instrumented object files.
void mark_program_checked() noexcept;

}  // namespace milliamp::detail::base
