/// @file
/// The constructors and assignment operators that the compiler declares (spec 2.3.2). Clang's own
/// rule finds one member of each subobject, and knows no overloads on restrictions.
#pragma once

#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Lets the compiler infer the target of an implicit member in C++20, whose choice may depend on
/// constraints, as the members of std::pair have. Clang 14 and 15 evaluate them inside the member,
/// ask whether it copies, and crash, because it has no type before its target is known. So it gets
/// one first, which the compiler replaces.
void type_members_under_inference(clang::Sema& sema);

/// Gives a special member that the compiler generates the restrictions that all members and bases
/// of its class have. A default constructor that uses default initializers of members is left out:
/// they may not have been read yet.
void restrict_implicit_member(clang::Sema& sema, clang::CXXMethodDecl& method);

/// The same for all such members of a class that has just been defined, and declares them.
void restrict_implicit_members(clang::Sema& sema, clang::CXXRecordDecl& record);

/// Defines those members whose restrictions have been changed.
void define_implicit_members(clang::Sema& sema, clang::CXXRecordDecl& record);

/// Checks the restriction specifiers of defaulted members.
void check_defaulted_members(clang::Sema& sema, clang::CXXRecordDecl& record);

}  // namespace milliamp::language
