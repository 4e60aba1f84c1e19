/// @file
/// Watches the tokens that the parser receives, to tell what kind of declarator ends where a
/// restriction specifier stands. `restrict` is a keyword only there (spec 2.1).
#pragma once

#include <clang/Lex/Token.h>

#include <vector>

namespace milliamp::language {

/// What precedes a restriction specifier.
enum class declarator {
  none,           ///< no declarator: `restrict` is an ordinary identifier
  misplaced,      ///< a declarator, but not the part of it behind which a specifier stands
  function,       ///< a function, or a variable whose type has a function in it
  abstract,       ///< a function in a type without a name, as in a cast or an alias-declaration
  lambda,         ///< a lambda, which has no specifiers yet behind its parameters
  mutable_lambda  ///< a lambda with its `mutable`
};

/// Whether a token opens a list of template parameters or arguments. Behind a number or
/// parentheses, `<` compares.
bool opens_angle(clang::tok::TokenKind last, clang::tok::TokenKind token);

/// How many lists of template arguments a token can close. In CUDA mode, `>>>` is one token.
int closed_angles(clang::tok::TokenKind token);

/// Follows the tokens of a translation unit.
class declarator_tracker {
 public:
  void watch(const clang::Token& token);

  /// What ends at the last token. Where this can be a declarator or part of an expression, it is a
  /// declarator if `restrictions` follow: if the parentheses behind `restrict` have nothing else in
  /// them.
  declarator current(bool restrictions) const;

  /// Whether the declarator is that of a pointer or a reference to a function.
  bool is_behind_pointer() const;

  /// Whether the declarator is one of a template's parameters.
  bool in_template_parameters() const { return angles_ > 0; }

  clang::SourceLocation end_of_last_token() const { return end_; }

 private:
  using kind = clang::tok::TokenKind;

  /// Whether a parenthesis is one of parameters, as far as the tokens before it tell.
  enum class likelihood { none, possible, certain };

  /// The two tokens before an opening parenthesis.
  struct opening {
    kind last = clang::tok::unknown;
    kind before = clang::tok::unknown;
    bool of_lambda = false;
    likelihood parameters = likelihood::none;
    bool behind_pointer = false;  ///< as the second one in `int (*p)(int)`
    bool of_pointer = false;      ///< as the first one there
  };

  void watch_template_parameters(kind now);
  bool is_behind_unnamed_pointer() const;

  /// Of an opening parenthesis behind the last token. `behind` is that of this token.
  likelihood parameters_follow(likelihood behind) const;

  kind last_ = clang::tok::unknown;
  kind before_ = clang::tok::unknown;
  clang::SourceLocation end_;
  std::vector<opening> open_;
  opening parameters_;
  /// Of the closing parenthesis that the last token is, or before qualifiers that end with it.
  likelihood behind_parameters_ = likelihood::none;
  bool behind_exceptions_ = false;  ///< at the last closing parenthesis
  bool brackets_of_operator_ = false;
  bool in_lambda_template_ = false;
  bool in_using_ = false;
  int angles_ = 0;               ///< open ones in a list of template parameters
  std::size_t parentheses_ = 0;  ///< open ones where that list begins
};

}  // namespace milliamp::language
