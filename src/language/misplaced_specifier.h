/// @file
/// Errors of Clang's that restriction specifiers cause where none can stand.
#pragma once

#include "specifier_fix.h"

namespace milliamp::language {

/// A specifier that the parser receives as other tokens.
struct misplaced_specifier {
  clang::SourceLocation after;  ///< the end of what precedes it
  clang::SourceLocation at;
  fixes moved;  ///< what moves it to where it can stand
};

/// Lets errors of the compiler that follow from a specifier say that it is not allowed there.
void explain_errors_at(misplaced_specifier specifier);

/// The specifier that is the reason of an error of the compiler; null if none is.
const misplaced_specifier* find_misplaced_specifier(const clang::Diagnostic& error);

}  // namespace milliamp::language
