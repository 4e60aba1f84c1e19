/// @file
/// The trailing return types of an instance of a class template. When Clang instantiates the
/// declarations in the class, it takes calls for code of the host; specifier_scope.h does the same
/// for what the parser reads.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Resolves the calls in the trailing return types of amp functions, members and friends, for the
/// functions' restrictions (spec 2.1.1).
void resolve_trailing_types(clang::Sema& sema, const clang::CXXRecordDecl& instance);

}  // namespace milliamp::language
