/// @file
/// The sets of overloads that calls choose from: what the names of functions mean.
#pragma once

#include <clang/AST/Decl.h>
#include <clang/Sema/Sema.h>

namespace milliamp::language {

using declarations = llvm::SmallVector<clang::NamedDecl*, 8>;

/// The overloads among which a call has found a function.
/// @param call null if there is none
declarations overloads_of(clang::Sema& sema, const clang::FunctionDecl& function,
                          const clang::Expr* call, const clang::DeclContext& caller);

}  // namespace milliamp::language
