/// @file
/// Hides overloads on restrictions while Clang looks for the function that a declaration declares
/// again. Clang compares types, and does not always see that functions differ in their
/// restrictions.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Changes the type of a function, so that Clang does not find it.
void hide_overload(clang::FunctionDecl& function);

/// Restores the types of all functions that are hidden. To be called for each token that the parser
/// receives: by then Clang has found the function.
void show_other_overloads();
/// Restores them also before a body is instantiated, which may use the other functions.
void show_overloads_to_bodies(clang::Sema& sema);

}  // namespace milliamp::language
