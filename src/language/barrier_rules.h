/// @file
/// Tile barriers in control flow that differs between the threads of a tile (spec 8.1.1). The
/// specification requires uniform control flow, but no diagnosis. So these are warnings, given only
/// if an expression is known to depend on the thread. The rest is left to the run-time checks.
#pragma once

#include "library_headers.h"

#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Checks the barriers in the body of an amp function, and its calls of functions that wait.
void check_barriers(clang::Sema& sema, const library_headers& headers,
                    const clang::FunctionDecl& function);

}  // namespace milliamp::language
