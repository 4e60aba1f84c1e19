/// @file
/// How restrictions cause errors of Clang's that do not mention them.
#pragma once

#include "restrictions.h"

#include <clang/AST/DeclCXX.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Frontend/CompilerInstance.h>

#include <optional>
#include <string>
#include <utility>

namespace milliamp::language {

/// Remembers what the specifiers of a declaration name, which Clang may not accept.
void remember_specifiers(const clang::FunctionDecl& function, restrictions named);

/// A note of the plugin beside those of Clang.
struct further_note {
  clang::SourceLocation location;
  std::string text;
};

/// Finds reasons, which are to be appended to Clang's texts: `: 'f' is restrict(cpu) and …
/// [spec 2.2]`.
class error_reasons {
 public:
  explicit error_reasons(const clang::CompilerInstance& compiler) : compiler_(compiler) {}

  /// The reason that follows from an error alone; empty if there is none.
  std::string of_error(const clang::Diagnostic& error);

  /// The reason that a note of the last error shows; empty if it shows none.
  std::string of_note(const clang::Diagnostic& note);

  /// The note that belongs to the last reason, if it has one; returned once.
  std::optional<further_note> take_note() { return std::exchange(further_, std::nullopt); }

 private:
  const clang::FunctionDecl* current_function() const;
  std::string of_call(const clang::FunctionDecl& callee) const;
  std::string of_subobject(const clang::Diagnostic& error) const;
  std::string of_ambiguity(const clang::Diagnostic& error) const;
  std::string of_constructor(const clang::Diagnostic& error) const;
  std::string of_operator(const clang::Diagnostic& error) const;
  std::string of_comparison(const clang::Diagnostic& error) const;
  std::string of_conversion(const clang::Diagnostic& note) const;
  std::string of_near_declaration(clang::SourceLocation near) const;
  std::string of_deallocation(const clang::Diagnostic& error) const;
  std::string of_abstract_class(clang::SourceLocation location);

  const clang::CompilerInstance& compiler_;
  /// The declaration that the last error has found no other of: where, and what it declares.
  clang::SourceLocation unmatched_;
  clang::DeclarationName unmatched_name_;
  const clang::DeclContext* unmatched_scope_ = nullptr;
  /// The class that the last error says to be abstract.
  const clang::CXXRecordDecl* abstract_ = nullptr;
  std::optional<further_note> further_;
};

}  // namespace milliamp::language
