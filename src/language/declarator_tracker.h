/// @file
/// Watches the tokens that the parser receives, to tell what kind of declarator ends where a
/// restriction specifier stands. `restrict` is a keyword only there (spec 2.1).
#ifndef MILLIAMP_LANGUAGE_DECLARATOR_TRACKER_H
#define MILLIAMP_LANGUAGE_DECLARATOR_TRACKER_H

#include <clang/Lex/Token.h>

#include <vector>

namespace milliamp::language {

/// What precedes a restriction specifier.
enum class declarator {
  none,           ///< no declarator: `restrict` is an ordinary identifier
  function,       ///< a function, or a variable whose type has a function in it
  abstract,       ///< a function in a type without a name, as in a cast or an alias-declaration
  lambda,         ///< a lambda, which has no specifiers yet behind its parameters
  mutable_lambda  ///< a lambda with its `mutable`
};

/// Follows the tokens of a translation unit.
class declarator_tracker {
 public:
  void watch(const clang::Token& token);

  /// What ends at the last token.
  declarator current() const;

 private:
  using kind = clang::tok::TokenKind;

  /// The two tokens before an opening parenthesis.
  struct opening {
    kind last = clang::tok::unknown;
    kind before = clang::tok::unknown;
    bool of_lambda = false;
  };

  kind last_ = clang::tok::unknown;
  kind before_ = clang::tok::unknown;
  std::vector<opening> open_;
  opening parameters_;
  bool brackets_of_operator_ = false;
  bool in_lambda_template_ = false;
  bool in_using_ = false;
};

}  // namespace milliamp::language

#endif
