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
  /// Notes list the other calls.
  void report_recursion(clang::DiagnosticsEngine& engine) const;

 private:
  struct call {
    const clang::FunctionDecl* callee;
    clang::SourceLocation location;
  };
  /// A function on the path of the search.
  struct step {
    const clang::FunctionDecl* caller;
    std::size_t next;  ///< the call that is to be followed next
  };
  /// Notes the calls that lead from a function on the path to the last one.
  void note_calls(clang::DiagnosticsEngine& engine, const std::vector<step>& path,
                  const clang::FunctionDecl* first) const;

  std::vector<const clang::FunctionDecl*> callers_;  ///< in order of their first calls
  llvm::DenseMap<const clang::FunctionDecl*, std::vector<call>> calls_;
};

}  // namespace milliamp::language
