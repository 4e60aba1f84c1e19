/// @file
/// Replaces CUDA's terms in Clang's own diagnostics by those of C++ AMP.
#pragma once

#include <clang/Frontend/CompilerInstance.h>

namespace milliamp::language {

/// Makes diagnostics use the terms of C++ AMP.
void use_words_of_amp(clang::CompilerInstance& compiler);

}  // namespace milliamp::language
