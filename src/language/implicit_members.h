/// @file
/// The constructors and assignment operators that the compiler declares (spec 2.3.2). Clang's own
/// rule finds one member of each subobject, and knows no overloads on restrictions.
#pragma once

#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Gives the special members that the compiler generates for a class that has just been defined the
/// restrictions that all members and bases have.
void restrict_implicit_members(clang::Sema& sema, clang::CXXRecordDecl& record);

/// Defines those members that restrict_implicit_members() has changed.
void define_implicit_members(clang::Sema& sema, clang::CXXRecordDecl& record);

/// Checks the restriction specifiers of defaulted members.
void check_defaulted_members(clang::Sema& sema, clang::CXXRecordDecl& record);

}  // namespace milliamp::language
