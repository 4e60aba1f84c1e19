/// @file
/// The fix-it for a function that amp code cannot call because it has no restriction specifiers.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

namespace milliamp::language {

/// Inserts `restrict(cpu, amp)` after the parameters and qualifiers of a function, or of a lambda.
/// @param declaration the location of the function's name, or where the lambda begins
/// @return null if the function has specifiers, if none can follow, or in headers of the system
clang::FixItHint insert_specifier(const clang::SourceManager& sources,
                                  const clang::LangOptions& options,
                                  clang::SourceLocation declaration);

}  // namespace milliamp::language
