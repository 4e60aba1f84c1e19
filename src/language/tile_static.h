/// @file
/// tile_static variables (spec 2.4.3.5.1).
#pragma once

#include "amp_types.h"

#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Whether the macro tile_static declares the variable.
bool is_tile_static(const clang::VarDecl& variable);

/// Whether the declaration at a location is that of a tile_static variable.
bool is_tile_static_at(clang::SourceLocation location);

/// Checks a tile_static variable, in amp code or not. Its constructor and destructor will not be
/// called.
void handle_tile_static(clang::Sema& sema, const amp_types& types, clang::VarDecl& variable,
                        bool in_amp_code);

}  // namespace milliamp::language
