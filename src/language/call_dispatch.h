/// @file
/// Calls of functions that are overloaded on restrictions (spec 2.3.2.1).
///
/// Clang resolves a call in a function for cpu and amp to the overload for the CPU. Such a function
/// has one body of code, so the call becomes the run-time dispatch that the specification
/// describes: `runs_kernel() ? f_amp(x) : f_cpu(x)`. Where the compiler knows that a kernel runs,
/// as in code inlined into one, it removes the test.
#pragma once

#include "restrictions.h"

#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// In the body of a function that is amp code, lets the calls that Clang has resolved for the CPU
/// call the overloads for amp.
void dispatch_calls(clang::Sema& sema, clang::FunctionDecl& function);

/// The same in the default argument of a parameter of such a function, which all its callers share.
void dispatch_calls(clang::Sema& sema, const clang::FunctionDecl& function,
                    clang::ParmVarDecl& parameter);

/// The same in the default initializer of a data member, which all constructors share.
void dispatch_calls(clang::Sema& sema, clang::FieldDecl& field);

}  // namespace milliamp::language
