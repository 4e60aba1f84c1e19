/// @file
/// Replaces the words of CUDA in Clang's own diagnostics by those of C++ AMP.
#ifndef MILLIAMP_LANGUAGE_DIAGNOSTIC_WORDS_H
#define MILLIAMP_LANGUAGE_DIAGNOSTIC_WORDS_H

#include <clang/Basic/Diagnostic.h>

namespace milliamp::language {

/// From now on, diagnostics speak of restrictions.
void use_words_of_amp(clang::DiagnosticsEngine& engine);

}  // namespace milliamp::language

#endif
