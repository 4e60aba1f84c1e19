/// @file
/// The default constructors that the compiler declares (spec 2.3.2). Clang's own rule finds one
/// constructor of each member, and knows no overloads on restrictions.
#ifndef MILLIAMP_LANGUAGE_IMPLICIT_MEMBERS_H
#define MILLIAMP_LANGUAGE_IMPLICIT_MEMBERS_H

#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Gives the implicit default constructor of a class that has just been defined the restrictions
/// that all members and bases have.
void restrict_implicit_constructor(clang::Sema& sema, clang::CXXRecordDecl& record);

/// Defines that constructor, if restrict_implicit_constructor() has changed it.
void define_implicit_constructor(clang::Sema& sema, clang::CXXRecordDecl& record);

}  // namespace milliamp::language

#endif
