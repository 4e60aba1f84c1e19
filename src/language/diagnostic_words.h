/// @file
/// Replaces CUDA's terms in Clang's own diagnostics by those of C++ AMP.
#pragma once

#include <clang/Frontend/CompilerInstance.h>

namespace milliamp::language {

/// Makes diagnostics use the terms of C++ AMP.
void use_words_of_amp(clang::CompilerInstance& compiler);

/// Lets an error of the compiler at a specifier, or directly after what precedes it, say that a
/// specifier is not allowed there.
void explain_errors_at(clang::SourceLocation after, clang::SourceLocation at);

}  // namespace milliamp::language
