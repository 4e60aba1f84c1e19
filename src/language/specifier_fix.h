/// @file
/// Fix-its that write, move and correct restriction specifiers. They are null or empty in headers
/// of the system, and where macros stand for what they would change.
#pragma once

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>

namespace milliamp::language {

using fixes = llvm::SmallVector<clang::FixItHint, 2>;

/// Inserts `restrict(cpu, amp)` after the parameters and qualifiers of a function, or of a lambda.
/// @param declaration the location of the function's name, or where the lambda begins
/// @return null if the function has specifiers, or if none can follow
clang::FixItHint insert_specifier(const clang::SourceManager& sources,
                                  const clang::LangOptions& options,
                                  clang::SourceLocation declaration);

/// Inserts a specifier there, or replaces the one that the function has.
clang::FixItHint set_specifier(const clang::SourceManager& sources,
                               const clang::LangOptions& options, clang::SourceLocation declaration,
                               llvm::StringRef specifier);

/// Moves a specifier to the end of what has to precede it.
fixes move_specifier(const clang::SourceManager& sources, const clang::LangOptions& options,
                     clang::SourceLocation specifier, clang::SourceLocation place);

/// Removes the version in `restrict(amp:1)`.
clang::FixItHint remove_version(const clang::SourceManager& sources,
                                const clang::LangOptions& options, clang::SourceLocation specifier);

}  // namespace milliamp::language
