/// @file
/// The syntax of restriction specifiers (spec 2.1): makes attributes of them.
///
/// `restrict(amp)` is a macro, whose pragma is handled here (milliamp/language.h). A specifier
/// stands before `noexcept` and `-> type`, but Clang takes an attribute of a function only after
/// them, and one of a lambda only in front. So the handler moves it there.
#pragma once

#include <clang/Frontend/CompilerInstance.h>

namespace milliamp::language {

/// Makes the preprocessor understand restriction specifiers.
void understand_restrict(clang::CompilerInstance& compiler);

}  // namespace milliamp::language
