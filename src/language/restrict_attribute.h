/// @file
/// The attributes that represent restriction specifiers, see restrict_syntax.h.
#pragma once

#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Gives the attribute to the next function, or the next alias of a type, that is declared. As
/// `#pragma clang attribute` does, but for one declaration.
void restrict_next(clang::attr::SubjectMatchRule kind, clang::Sema& sema,
                   clang::SourceLocation location, llvm::StringRef attribute);

/// Between these calls, functions without specifiers are handled, too: those that are declared in
/// bodies inherit restrictions. The second one is at the end of the translation unit, before Clang
/// looks for pragmas without an end.
void begin_defaults(clang::Sema& sema);
void end_defaults(clang::Sema& sema);

/// Must be called after each declaration at namespace scope.
void forget_restricted(clang::Sema& sema);

}  // namespace milliamp::language
