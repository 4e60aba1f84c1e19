/// @file
/// Watches the tokens that the parser receives, to tell what kind of declarator ends where a
/// restriction specifier stands. `restrict` is a keyword only there (spec 2.1).
#pragma once

#include <clang/Lex/Token.h>

#include <optional>
#include <vector>

namespace milliamp::language {

/// What precedes a restriction specifier.
enum class declarator {
  none,             ///< no declarator: `restrict` is an ordinary identifier
  misplaced,        ///< a declarator, but not the part of it after which a specifier stands
  function,         ///< a function, or a variable whose type has a function in it
  abstract,         ///< a function in a type without a name, as in a cast or an alias-declaration
  lambda,           ///< a lambda, which has no specifiers yet after its parameters
  qualified_lambda  ///< a lambda with its `mutable`, `constexpr` or attributes
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
  /// declarator if `restrictions` follow: if the parentheses after `restrict` have nothing else in
  /// them.
  declarator current(bool restrictions) const;

  /// Whether the declarator is that of a pointer or a reference to a function.
  bool is_after_pointer() const;

  /// Whether the declarator is in parentheses, as in `int (f(int))` and `int (&f(int))[3]`.
  /// `s(f(int))` is one in parentheses, or a constructor with a parameter if the name is that of a
  /// type.
  bool is_grouped(bool names_type) const {
    return parameters_.in_group == likelihood::certain ||
           (parameters_.in_group == likelihood::possible && !names_type);
  }
  /// Whether the declarator is one of a type without a name, as in `int(float)` and `s(float)`, and
  /// not that of a parameter. If a comma follows, it is an argument of a template.
  bool is_unnamed(bool names_type) const;
  /// The name before the parameters; null if that is no identifier.
  const clang::IdentifierInfo* name() const { return parameters_.name; }

  /// Whether the declarator is one of a template's parameters.
  bool in_template_parameters() const { return template_.angles > 0; }

  /// Whether the declarator is that of a handler of exceptions.
  bool in_handler() const { return !open_.empty() && open_.back().last == clang::tok::kw_catch; }

  clang::SourceLocation end_of_last_token() const { return end_; }

  /// Where the specifier of a declarator that the last token continues can stand; invalid if that
  /// is not known.
  clang::SourceLocation place() const {
    return place_.parentheses == open_.size() ? place_.end : clang::SourceLocation();
  }
  /// Whether the last token ends the captures of a lambda.
  bool is_after_captures() const;

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
    bool after_pointer = false;                   ///< as the second one in `int (*p)(int)`
    bool of_pointer = false;                      ///< as the first one there
    likelihood in_group = likelihood::none;       ///< as the second one in `int (f(int))`
    const clang::IdentifierInfo* name = nullptr;  ///< the last token, if that is an identifier
  };

  /// A list of template parameters.
  struct template_list {
    int angles = 0;               ///< open ones
    std::size_t parentheses = 0;  ///< open ones where the list begins
  };

  /// What precedes the parameters of a lambda: its template parameters and a requires-clause.
  struct lambda_template {
    template_list list;
    bool has_requires = false;
    int braces = 0;  ///< open ones in the requires-clause
  };

  /// What precedes a bracket.
  struct bracket {
    kind last = clang::tok::unknown;
    kind before = clang::tok::unknown;
    likelihood parameters = likelihood::none;
    bool of_operator = false;  ///< whether the last brackets are those of an operator
  };

  /// Attributes, which begin with two brackets.
  struct attributes {
    bracket after;
    opening parameters;       ///< before them, if these end there
    std::size_t parentheses;  ///< open ones where they begin
  };

  /// The end of the parameters and qualifiers of a declarator.
  struct specifier_place {
    clang::SourceLocation end;
    std::size_t parentheses = 0;  ///< open ones
  };

  void watch_place(kind now);
  void watch_template_parameters(kind now);
  void watch_lambda_template(kind now);
  void count_angles(template_list& list, bool begins, kind now) const;
  void open_parentheses(likelihood after);
  void close_parentheses();
  void end_attributes(const clang::Token& last);
  /// Of an opening bracket after the last token: whether it belongs to the name of an operator.
  bool is_after_operator() const;
  bool is_after_unnamed_pointer() const;
  /// Whether the last token ends a trailing return type that is a decltype.
  bool ends_result() const;

  /// Of an opening parenthesis after the last token: whether the parameters of a lambda follow.
  bool ends_lambda_template() const;
  /// The same: whether it belongs to a declarator in parentheses.
  likelihood is_in_group() const;

  /// Of an opening parenthesis after the last token. `after` is that of this token.
  likelihood parameters_follow(likelihood after) const;

  kind last_ = clang::tok::unknown;
  kind before_ = clang::tok::unknown;
  const clang::IdentifierInfo* name_ = nullptr;  ///< the last token, if that is an identifier
  clang::SourceLocation end_;
  specifier_place place_;
  std::vector<opening> open_;
  opening parameters_;
  opening attributed_;  ///< those before the last `__attribute__`
  /// Of the closing parenthesis that the last token is, or before qualifiers that end with it.
  likelihood after_parameters_ = likelihood::none;
  bracket bracket_;                ///< the last `[`
  bool after_exceptions_ = false;  ///< at the last closing parenthesis
  bool brackets_of_operator_ = false;
  bool in_using_ = false;
  template_list template_;
  std::optional<lambda_template> lambda_template_;
  std::optional<attributes> attributes_;  ///< open ones
};

}  // namespace milliamp::language
