/// @file
/// Recursion, which amp code cannot use (spec 2.4.3.4).
#pragma once

#include <clang/AST/Decl.h>

namespace milliamp::language {

/// The calls between the amp functions of a translation unit.
class call_graph {
 public:
  void add(const clang::FunctionDecl& caller, const clang::FunctionDecl& callee,
           clang::SourceLocation location);

  /// Whether calls of the function are known.
  bool contains(const clang::FunctionDecl& caller) const {
    return calls_.count(caller.getCanonicalDecl()) != 0;
  }

  /// Reports each group of functions that call each other, once, at a call within it.
  void report_recursion(clang::DiagnosticsEngine& engine) const;

 private:
  struct call {
    const clang::FunctionDecl* callee;
    clang::SourceLocation location;
  };
  std::vector<const clang::FunctionDecl*> callers_;  ///< in order of their first calls
  llvm::DenseMap<const clang::FunctionDecl*, std::vector<call>> calls_;
};

}  // namespace milliamp::language
