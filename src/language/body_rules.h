/// @file
/// The rules for the body of a function (spec 2.3, 2.4.3).
#pragma once

#include "library_headers.h"
#include "recursion.h"
#include "restrictions.h"

#include <clang/AST/ExprCXX.h>

namespace milliamp::language {

/// Checks the calls in any function, and everything else in a function that is amp code.
void check_body(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                clang::FunctionDecl& function);

/// The same of a function as if it had other restrictions, with the lambdas and local classes in
/// it.
void check_body_as(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                   clang::FunctionDecl& function, restrictions assumed);

/// Checks the calls in the result type of a function, as in `auto f() -> decltype(g())`.
void check_result(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                  clang::FunctionDecl& function);

/// Checks the calls in the initializer of a global variable, and that of its destructor.
void check_global(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                  clang::VarDecl& variable);

/// Checks a default argument, or the default initializer of a data member, for what code of certain
/// restrictions cannot contain. Where none is given, that is what no code can contain: whoever uses
/// the value has restrictions of its own.
void check_default(clang::Sema& sema, const library_headers& headers, call_graph& calls,
                   clang::Expr& value, restrictions users);

}  // namespace milliamp::language
