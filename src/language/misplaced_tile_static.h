/// @file
/// Clang's diagnostics of what the macro tile_static stands for, where it is misplaced (spec
/// 2.4.3.5.1).
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/LangOptions.h>

namespace milliamp::language {

/// Whether an error is that tile_static cannot stand where it does. Clang drops such declarations
/// before the rule could check them.
bool is_of_misplaced_tile_static(const clang::Diagnostic& diagnostic);

/// A tile_static variable that is declared in the condition of a statement.
struct tile_static_condition {
  clang::SourceLocation location;
  llvm::StringRef name;
};

/// Finds the tile_static variable in a condition that causes an error. A condition needs an
/// initializer, which the variable cannot have.
/// @return a variable with an invalid location if the error has another cause
tile_static_condition find_tile_static_condition(const clang::Diagnostic& diagnostic,
                                                 const clang::LangOptions& options);

/// Whether a warning is that an attribute of the macro does not suit the declaration, for which
/// there is also an error.
bool is_of_ignored_tile_static(const clang::Diagnostic& diagnostic);

}  // namespace milliamp::language
