/// @file
/// Functions that have restrictions without a specifier of their own, where Clang knows nothing of
/// them: those of classes in the bodies of amp functions (spec 2.2.1), inherited constructors,
/// deduction guides, generated members and placement new.
#pragma once

#include <clang/AST/ASTMutationListener.h>
#include <clang/Frontend/CompilerInstance.h>

namespace milliamp::language {

class restriction_listener : public clang::ASTMutationListener {
 public:
  explicit restriction_listener(clang::CompilerInstance& compiler) : compiler_(compiler) {}

  /// Marks the member functions of a class in an amp function's body as host and device functions:
  /// the rules of calls decide (body_rules.h). Clang completes a class when it has read all
  /// declarations in it, and no body. Restricts the generated members: bodies may use them.
  void CompletedTagDefinition(const clang::TagDecl* declaration) override;

  /// Lets all code use a deduction guide, which is declared as a function but never called; one
  /// that Clang derives from a constructor is for the code that can call this. Lets all code use
  /// the placement new of the standard library, too, which does nothing. The library's headers use
  /// it; in the amp code of a program, the rule placement_new refuses it.
  void AddedVisibleDecl(const clang::DeclContext* scope, const clang::Decl* declaration) override;

  /// Lets the code that can call the base's constructor call an inherited one, which has a symbol
  /// of its own if the base's has one. Restricts a generated member that Clang declares later.
  void AddedCXXImplicitMember(const clang::CXXRecordDecl* record,
                              const clang::Decl* member) override;

 private:
  void restrict_generated(clang::CXXMethodDecl& method);

  clang::CompilerInstance& compiler_;
};

}  // namespace milliamp::language
