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

/// The name of a variable.
struct tile_static_condition {
  clang::SourceLocation location;
  llvm::StringRef name;
};

/// The variable that such an error is of if it is the condition of a statement, which needs the
/// initializer that the variable cannot have. Its location is invalid for other diagnostics.
tile_static_condition find_tile_static_condition(const clang::Diagnostic& diagnostic,
                                                 const clang::LangOptions& options);

/// Whether a warning is that an attribute of the macro does not suit the declaration, for which
/// there is also an error.
bool is_of_ignored_tile_static(const clang::Diagnostic& diagnostic);

}  // namespace milliamp::language
