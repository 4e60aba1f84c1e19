#include "declarator_tracker.h"

#include <algorithm>
#include <utility>

namespace milliamp::language {

namespace tok = clang::tok;

namespace {

/// Whether a token can be the last one of a type, or a name.
bool ends_type_or_name(tok::TokenKind token) {
  switch (token) {
    case tok::identifier:
    case tok::kw_auto:
    case tok::kw_bool:
    case tok::kw_char:
    case tok::kw_char8_t:
    case tok::kw_char16_t:
    case tok::kw_char32_t:
    case tok::kw_const:
    case tok::kw_double:
    case tok::kw_float:
    case tok::kw_int:
    case tok::kw_long:
    case tok::kw___int128:
    case tok::kw_short:
    case tok::kw_signed:
    case tok::kw_unsigned:
    case tok::kw_void:
    case tok::kw_volatile:
    case tok::kw_wchar_t:
      return true;
    default:
      return false;
  }
}

/// Whether a token is that of a pointer or a reference in a declarator.
bool is_pointer_sign(tok::TokenKind token) {
  return token == tok::star || token == tok::amp || token == tok::ampamp;
}

}  // namespace

bool opens_angle(tok::TokenKind last, tok::TokenKind token) {
  return token == tok::less && last != tok::r_paren && last != tok::numeric_constant;
}

int closed_angles(tok::TokenKind token) {
  switch (token) {
    case tok::greater:
      return 1;
    case tok::greatergreater:
      return 2;
    case tok::greatergreatergreater:
      return 3;
    default:
      return 0;
  }
}

void declarator_tracker::watch(const clang::Token& token) {
  const kind now = token.getKind();
  const likelihood behind = std::exchange(behind_parameters_, likelihood::none);
  const bool begins_declarator = last_ == tok::l_paren || last_ == tok::coloncolon;
  if (begins_declarator && is_pointer_sign(now) && !open_.empty()) open_.back().of_pointer = true;
  watch_template_parameters(now);
  switch (now) {
    case tok::l_paren:
      open_.push_back({last_, before_,
                       (last_ == tok::r_square && !brackets_of_operator_) || in_lambda_template_,
                       parameters_follow(behind), last_ == tok::r_paren && parameters_.of_pointer});
      in_lambda_template_ = false;
      break;
    case tok::r_paren:
      if (open_.empty()) break;
      // The parentheses of noexcept(…) leave those of the parameters in place.
      behind_exceptions_ =
          open_.back().last == tok::kw_noexcept || open_.back().last == tok::kw_throw;
      if (!behind_exceptions_) {
        parameters_ = open_.back();
        behind_parameters_ = parameters_.parameters;
      }
      open_.pop_back();
      break;
    case tok::kw_const:
    case tok::kw_volatile:
      // Behind a parenthesis, these occur in declarators only.
      if (behind != likelihood::none) behind_parameters_ = likelihood::certain;
      break;
    case tok::kw_mutable:
      behind_parameters_ = behind;
      break;
    case tok::amp:
    case tok::ampamp:
      // `f(x) && restrict(y)` can be an expression, `int f(x) && restrict(y)` and
      // `f(x) const && restrict(y)` cannot.
      behind_parameters_ = behind;
      if (behind == likelihood::certain && last_ == tok::r_paren &&
          (parameters_.last != tok::identifier || !ends_type_or_name(parameters_.before))) {
        behind_parameters_ = likelihood::possible;
      }
      break;
    case tok::l_square:
      brackets_of_operator_ = last_ == tok::kw_operator;
      break;
    case tok::less:
      if (last_ == tok::r_square && !brackets_of_operator_) in_lambda_template_ = true;
      break;
    case tok::kw_using:
      in_using_ = true;
      break;
    case tok::semi:
    case tok::l_brace:
    case tok::r_brace:
      in_using_ = false;
      break;
    default:
      break;
  }
  before_ = last_;
  last_ = now;
  end_ = token.getEndLoc();
}

/// Counts the angle brackets of a list of template parameters, without those in parentheses.
void declarator_tracker::watch_template_parameters(kind now) {
  if (now == tok::less && last_ == tok::kw_template && angles_ == 0) parentheses_ = open_.size();
  if (open_.size() != parentheses_) return;
  if (opens_angle(last_, now) && (last_ == tok::kw_template || angles_ > 0)) ++angles_;
  angles_ = std::max(angles_ - closed_angles(now), 0);
  if (now == tok::semi || now == tok::l_brace || now == tok::r_brace) angles_ = 0;
}

declarator_tracker::likelihood declarator_tracker::parameters_follow(likelihood behind) const {
  if (ends_type_or_name(last_) || last_ == tok::kw_operator || before_ == tok::kw_operator) {
    return likelihood::certain;
  }
  switch (last_) {
    case tok::r_square:
      return likelihood::certain;
    case tok::r_paren:
      // The second pair in `int (*p)(int)`, or in `(int)(float)x`.
      return behind;
    case tok::star:
    case tok::amp:
    case tok::ampamp:
    case tok::greater:
    case tok::greatergreater:
    case tok::greatergreatergreater:
      // `operator int*()`, `f<int>(int)`; or an operator with an operand in parentheses.
    case tok::kw_decltype:
    case tok::kw_typeof:
    case tok::kw___attribute:
      // No parameters, but a declarator may follow.
    case tok::kw_if:
    case tok::kw_constexpr:
    case tok::kw_for:
    case tok::kw_while:
    case tok::kw_switch:
      // No declarator, but a specifier behind these is one for the rules to report.
      return likelihood::possible;
    default:
      // The parentheses of a cast or of another expression.
      return likelihood::none;
  }
}

declarator declarator_tracker::current(bool restrictions) const {
  if (last_ == tok::kw_noexcept) return declarator::misplaced;
  if (last_ == tok::r_square && brackets_of_operator_) return declarator::none;
  // A lambda needs its parentheses (spec 2.1.2), and an array has no specifier. But an attribute
  // can precede the name `restrict`, and `throw (…)` can be an expression.
  if (last_ == tok::r_square || (last_ == tok::r_paren && behind_exceptions_)) {
    return restrictions ? declarator::misplaced : declarator::none;
  }
  if (behind_parameters_ == likelihood::none) return declarator::none;
  if (behind_parameters_ == likelihood::possible && !restrictions) return declarator::none;
  if (last_ == tok::kw_mutable) return declarator::mutable_lambda;
  if (parameters_.of_lambda) return declarator::lambda;
  return is_behind_unnamed_pointer() || in_using_ ? declarator::abstract : declarator::function;
}

bool declarator_tracker::is_behind_pointer() const {
  return parameters_.behind_pointer || is_behind_unnamed_pointer();
}

bool declarator_tracker::is_behind_unnamed_pointer() const {
  return parameters_.last == tok::r_paren && is_pointer_sign(parameters_.before);
}

}  // namespace milliamp::language
