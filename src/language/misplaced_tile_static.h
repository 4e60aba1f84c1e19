/// @file
/// Clang's diagnostics of what the macro tile_static stands for, where it is misplaced (spec
/// 2.4.3.5.1).
#pragma once

#include <clang/Basic/Diagnostic.h>

namespace milliamp::language {

/// Whether an error is that tile_static cannot stand where it does. Clang drops such declarations
/// before the rule could check them.
bool is_of_misplaced_tile_static(const clang::Diagnostic& diagnostic);

/// Whether a warning is that an attribute of the macro does not suit the declaration, for which
/// there is also an error.
bool is_of_ignored_tile_static(const clang::Diagnostic& diagnostic);

}  // namespace milliamp::language
