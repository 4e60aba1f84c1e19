#include "declarator_tracker.h"

namespace milliamp::language {

namespace tok = clang::tok;

void declarator_tracker::watch(const clang::Token& token) {
  const kind now = token.getKind();
  switch (now) {
    case tok::l_paren:
      open_.push_back({last_, before_,
                       (last_ == tok::r_square && !brackets_of_operator_) || in_lambda_template_});
      in_lambda_template_ = false;
      break;
    case tok::r_paren:
      if (open_.empty()) break;
      // The parentheses of noexcept(…) leave those of the parameters in place.
      behind_exceptions_ =
          open_.back().last == tok::kw_noexcept || open_.back().last == tok::kw_throw;
      if (!behind_exceptions_) parameters_ = open_.back();
      open_.pop_back();
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

declarator declarator_tracker::current() const {
  switch (last_) {
    case tok::r_square:
      // A lambda needs its parentheses (spec 2.1.2), and an array has no specifier.
      return brackets_of_operator_ ? declarator::none : declarator::misplaced;
    case tok::kw_mutable:
      return declarator::mutable_lambda;
    case tok::r_paren:
      if (behind_exceptions_) return declarator::misplaced;
      break;
    case tok::kw_const:
    case tok::kw_volatile:
    case tok::amp:
    case tok::ampamp:
      break;
    case tok::kw_noexcept:
      return declarator::misplaced;
    default:
      return declarator::none;
  }
  if (parameters_.of_lambda) return declarator::lambda;
  return is_behind_pointer() || in_using_ ? declarator::abstract : declarator::function;
}

bool declarator_tracker::is_behind_pointer() const {
  return parameters_.last == tok::r_paren &&
         (parameters_.before == tok::star || parameters_.before == tok::amp ||
          parameters_.before == tok::ampamp);
}

}  // namespace milliamp::language
