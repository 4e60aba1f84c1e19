/// @file
/// Classes in the bodies of amp functions (spec 2.2.1). Their functions have the restrictions of
/// the body, but Clang parses them as functions for the CPU, which cannot call those for amp.
#ifndef MILLIAMP_LANGUAGE_LOCAL_CLASSES_H
#define MILLIAMP_LANGUAGE_LOCAL_CLASSES_H

#include <clang/Lex/Token.h>
#include <clang/Sema/Sema.h>

namespace milliamp::language {

/// Must be called for each token that the parser receives. From where a class begins in the body of
/// an amp function to the end of the body, Clang takes functions for such of host and device: the
/// rules of calls decide (body_rules.h). (A body in a class is parsed again, from tokens that have
/// been kept, and is not noticed.)
void watch_local_classes(clang::Sema& sema, const clang::Token& token);

}  // namespace milliamp::language

#endif
