/// @file
/// Explicit specializations and instantiations of member functions that restrictions overload, as
/// in
/// @code
/// template <> int scale<int>::factor() const restrict(amp) { return 4; }
/// template int scale<float>::factor() const restrict(amp);
/// @endcode
/// Clang takes a member with that type, whatever its restrictions.
#pragma once

#include "restrictions.h"

#include <clang/AST/Decl.h>
#include <clang/Lex/Token.h>
#include <clang/Sema/Sema.h>

#include <optional>

namespace milliamp::language {

/// If the function is such a specialization: hides the members that differ from it in their
/// restrictions alone (hidden_overloads.h). To be called when the restrictions of the function are
/// known.
void hide_other_overloads(const clang::FunctionDecl& function);

/// Does the same for explicit instantiations.
class member_instantiation {
 public:
  /// @param named what the specifiers of an explicit instantiation name; empty if what begins is
  /// something else
  void begin(std::optional<restrictions> named);
  /// Called for each token that the parser receives. The last one precedes the search for the
  /// function, and the parser has entered the scope of its class for some of them.
  void watch(const clang::Token& token, const clang::Sema& sema);

 private:
  std::optional<restrictions> named_;
  const clang::CXXRecordDecl* record_ = nullptr;
};

}  // namespace milliamp::language
