/// @file
/// Explicit specializations of member functions that restrictions overload, as in
/// @code
/// template <> int scale<int>::factor() const restrict(amp) { return 4; }
/// @endcode
/// Clang specializes the first member with that type, whatever its restrictions.
#pragma once

#include <clang/AST/Decl.h>

namespace milliamp::language {

/// If the function is such a specialization: changes the types of the members that differ from it
/// in their restrictions alone, so that Clang does not find them. To be called when the
/// restrictions of the function are known.
void hide_other_overloads(const clang::FunctionDecl& function);

/// Restores these types. To be called for each token that the parser receives: by then it has
/// declared the function.
void show_other_overloads();

}  // namespace milliamp::language
