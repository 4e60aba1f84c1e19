/// @file
/// The tokens of a source as they are written, without what macros make of them.
#pragma once

#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>

namespace milliamp::language {

/// Reads what is written at a location in a file.
inline clang::Lexer raw_lexer(const clang::SourceManager& sources,
                              const clang::LangOptions& options, clang::SourceLocation location) {
  const auto [file, offset] = sources.getDecomposedLoc(location);
  const llvm::StringRef text = sources.getBufferData(file);
  return {sources.getLocForStartOfFile(file), options, text.begin(), text.begin() + offset,
          text.end()};
}

}  // namespace milliamp::language
