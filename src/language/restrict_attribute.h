/// @file
/// The attributes that represent restriction specifiers, see restrict_syntax.h.
#pragma once

#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Gives the attribute to the next function, or the next alias of a type, that is declared. As
/// `#pragma clang attribute` does, but for one declaration.
void restrict_next(clang::attr::SubjectMatchRule kind, clang::Sema& sema,
                   clang::SourceLocation location, llvm::StringRef attribute);

/// Must be called after each declaration at namespace scope.
void forget_restricted(clang::Sema& sema);

}  // namespace milliamp::language
