/// @file
/// Explicit specializations of member functions that restrictions overload, as in
/// @code
/// template <> int scale<int>::factor() const restrict(amp) { return 4; }
/// @endcode
/// Clang specializes the first member with that type, whatever its restrictions.
#pragma once

#include <clang/AST/Decl.h>

namespace milliamp::language {

/// Gives another type to the members that a function would specialize but for its restrictions.
/// Does nothing for other functions. To be called when its restrictions are known.
void hide_other_overloads(const clang::FunctionDecl& function);

/// Undoes hide_other_overloads(). To be called for each token that the parser receives: it has
/// declared the function then.
void show_other_overloads();

}  // namespace milliamp::language
