/// @file
/// Functions that are restrict(auto) (spec 13.1.1).
#pragma once

#include "library_headers.h"

#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Restricts a function that is restrict(auto), and not restricted yet: to the CPU and to amp,
/// unless it breaks a rule as code of that kind. Other functions stay as they are.
void deduce(clang::Sema& sema, const library_headers& headers, clang::FunctionDecl& function,
            clang::SourceLocation location);

/// What in the function keeps it from being amp code, or code for the CPU, if it is restrict(auto);
/// otherwise invalid.
clang::SourceLocation obstacle_of(const clang::FunctionDecl& function);

}  // namespace milliamp::language
