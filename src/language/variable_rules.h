/// @file
/// The variables with static or thread storage duration that amp code cannot use or declare
/// (spec 2.4.3.2). Constants whose values the compiler knows are the exception.
#pragma once

#include "library_headers.h"
#include "statement_rules.h"

#include <clang/AST/Decl.h>

namespace milliamp::language {

/// Whether amp code can use a variable that is global or static.
bool is_constant_integer(const clang::VarDecl& variable);

/// Checks the variables that the body of a function of amp code names.
class variable_rules {
 public:
  /// @param body the function; null for the initializer of a global variable
  variable_rules(clang::DiagnosticsEngine& engine, const library_headers& headers,
                 statement_rules& statements, const clang::FunctionDecl* body)
      : engine_(engine), headers_(headers), statements_(statements), body_(body) {}

  /// Checks the declaration of a variable in the body.
  void check_declaration(const clang::VarDecl& variable);
  /// Checks a name of a variable.
  /// @param is_value whether no more than the variable's value is used
  void check_use(const clang::VarDecl& variable, clang::SourceLocation location, bool is_value);

 private:
  bool is_uncaptured(const clang::VarDecl& variable) const;

  clang::DiagnosticsEngine& engine_;
  const library_headers& headers_;
  statement_rules& statements_;
  const clang::FunctionDecl* body_;
};

}  // namespace milliamp::language
