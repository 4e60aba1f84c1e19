/// @file
/// Amp functions that templates use: as arguments (spec 2.4.3.7), and those that the standard
/// library calls (spec 2.3.2.1).
#ifndef MILLIAMP_LANGUAGE_TEMPLATE_USES_H
#define MILLIAMP_LANGUAGE_TEMPLATE_USES_H

#include <clang/AST/Decl.h>
#include <clang/AST/TypeLoc.h>
#include <clang/Basic/Diagnostic.h>
#include <llvm/ADT/STLFunctionalExtras.h>

namespace milliamp::language {

/// Passes on each function that is an argument of a template in a type, as in `holder<&function>`.
void for_each_function_argument(
    clang::TypeLoc type,
    llvm::function_ref<void(const clang::FunctionDecl&, clang::SourceLocation)> pass);

/// Reports the amp functions that an instance of a template of the standard library calls, whose
/// code is for the CPU. Clang reports some itself. But it calls a lambda without captures by its
/// conversion to a pointer to a function, and lets constexpr functions, such as those behind
/// std::function, call any.
void check_library_calls(clang::DiagnosticsEngine& engine, clang::FunctionDecl& function);

}  // namespace milliamp::language

#endif
