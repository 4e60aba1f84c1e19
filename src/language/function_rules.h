/// @file
/// Finds the functions and classes of a program, and checks those that have to follow rules.
#pragma once

#include "library_headers.h"
#include "recursion.h"

namespace milliamp::language {

/// Checks what a declaration of the translation unit defines: declarators (spec 2.4.2), classes
/// (spec 2.2.2), bodies (spec 2.3, 2.4.3). Adds the calls of amp code to the graph.
void check_declaration(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                       clang::Decl& declaration);

/// Checks what the initializer of a variable or of a member, or a default argument, defines that
/// has been instantiated for a template: its lambdas. No declaration leads there.
void check_instantiated(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                        clang::Expr& initializer);

/// Checks the declarator of an amp function (spec 2.4.2).
void check_declarator(clang::Sema& sema, const library_headers& headers,
                      const clang::FunctionDecl& function);

}  // namespace milliamp::language
