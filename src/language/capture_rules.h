/// @file
/// What an amp lambda can capture (spec 2.4.3.3).
#pragma once

#include "library_headers.h"

#include <clang/AST/ExprCXX.h>

namespace milliamp::language {

void check_captures(clang::Sema& sema, const library_headers& headers,
                    const clang::LambdaExpr& lambda);

}  // namespace milliamp::language
