/// @file
/// Classes in the bodies of amp functions (spec 2.2.1). Their functions have the restrictions of
/// the body, but Clang takes them for functions for the CPU, which cannot call those for amp.
#ifndef MILLIAMP_LANGUAGE_LOCAL_CLASSES_H
#define MILLIAMP_LANGUAGE_LOCAL_CLASSES_H

#include <clang/AST/ASTMutationListener.h>

namespace milliamp::language {

/// Makes the functions of such a class functions of host and device: the rules of calls decide
/// (body_rules.h). Clang completes a class when it has read all declarations in it, and no body.
class local_class_listener final : public clang::ASTMutationListener {
 public:
  void CompletedTagDefinition(const clang::TagDecl* declaration) override;
};

}  // namespace milliamp::language

#endif
