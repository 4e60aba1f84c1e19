/// @file
/// The tokens of a source as they are written.
#pragma once

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>

namespace milliamp::language {

/// Reads what is written at a location in a file, without what macros make of it.
inline clang::Lexer raw_lexer(const clang::SourceManager& sources,
                              const clang::LangOptions& options, clang::SourceLocation location) {
  const auto [file, offset] = sources.getDecomposedLoc(location);
  const llvm::StringRef text = sources.getBufferData(file);
  return {sources.getLocForStartOfFile(file), options, text.begin(), text.begin() + offset,
          text.end()};
}

using names = llvm::SmallVector<llvm::StringRef, 4>;

/// The identifiers in the expansion of a macro, or the identifier itself if it names no macro. The
/// library's own macros are not expanded.
names written_names(const clang::Preprocessor& preprocessor, const clang::Token& identifier);

}  // namespace milliamp::language
