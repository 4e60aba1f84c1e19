/// @file
/// The functions of the library's headers. Most can be called from host code and from amp code, but
/// have no specifiers: they have the bodies of a library for the CPU, to which the rules for amp
/// code do not apply.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Tells whether code is in a header of the library.
class library_headers {
 public:
  explicit library_headers(const clang::SourceManager& sources) : sources_(&sources) {}

  bool contain(clang::SourceLocation location) const;
  /// Whether the code is in a header of the library or of the system, or has none in the
  /// source. A header with restriction specifiers is no header of the system, though the compiler
  /// has found it by -isystem, or CMake has precompiled it.
  bool or_system_contain(clang::SourceLocation location) const;

 private:
  bool is_amp_file(clang::FileID file) const;

  const clang::SourceManager* sources_;
  mutable llvm::DenseMap<clang::FileID, bool> known_;
  mutable llvm::DenseMap<clang::FileID, bool> amp_files_;
};

/// Whether a header has mathematical functions of the C library, which fast_math and precise_math
/// import by using-declarations (milliamp/detail/math.h).
bool is_math_header(llvm::StringRef path);

/// Whether a function is one of them. Clang takes it for one for all code, which the library's
/// headers need; in a program, amp code cannot call it by its own name (call_rules.h).
bool is_c_math(const clang::SourceManager& sources, const clang::FunctionDecl& function);

/// From now on, makes the functions of these headers callable from all code.
void open_library_headers(clang::Sema& sema);

}  // namespace milliamp::language
