/// @file
/// The attributes that represent restriction specifiers, see restrict_syntax.h.
#pragma once

#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Gives the attribute of a specifier to the function, or the alias of a type, whose declarator the
/// specifier stands in, and which Clang declares when it has read what follows. An explicit
/// instantiation declares none. As `#pragma clang attribute` does, but for one declaration.
void restrict_next(clang::Sema& sema, clang::SourceLocation specifier, llvm::StringRef attribute);

/// Between these calls, functions without specifiers are handled, too: those that are declared in
/// bodies inherit restrictions. The second one is at the end of the translation unit, before Clang
/// looks for pragmas without an end. It ends what restrict_next() has begun, too.
void begin_defaults(clang::Sema& sema);
void end_defaults(clang::Sema& sema);

/// Must be called after each declaration at namespace scope.
void forget_restricted(clang::Sema& sema);

}  // namespace milliamp::language
