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

/// Whether a token ends a declaration or begins its body, so that no list of template parameters
/// contains it.
bool is_end(tok::TokenKind token) {
  return token == tok::semi || token == tok::l_brace || token == tok::r_brace;
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
  const likelihood after = std::exchange(after_parameters_, likelihood::none);
  const bool begins_declarator = last_ == tok::l_paren || last_ == tok::coloncolon;
  if (begins_declarator && is_pointer_sign(now) && !open_.empty()) open_.back().of_pointer = true;
  watch_template_parameters(now);
  watch_lambda_template(now);
  switch (now) {
    case tok::l_paren:
      open_parentheses(after);
      break;
    case tok::r_paren:
      if (!open_.empty()) close_parentheses();
      break;
    case tok::kw_const:
    case tok::kw_volatile:
      // Behind a parenthesis, these occur in declarators only.
      if (after != likelihood::none) after_parameters_ = likelihood::certain;
      break;
    case tok::kw_mutable:
    case tok::kw_constexpr:
    case tok::kw___attribute:
      after_parameters_ = after;
      break;
    case tok::amp:
    case tok::ampamp:
      // `f(x) && restrict(y)` can be an expression, `int f(x) && restrict(y)` and
      // `f(x) const && restrict(y)` cannot.
      after_parameters_ = after;
      if (after == likelihood::certain && last_ == tok::r_paren &&
          (parameters_.last != tok::identifier || !ends_type_or_name(parameters_.before))) {
        after_parameters_ = likelihood::possible;
      }
      break;
    case tok::l_square:
      if (last_ == tok::l_square) attributes_ = {bracket_, parameters_, open_.size()};
      bracket_ = {last_, before_, after, brackets_of_operator_};
      brackets_of_operator_ = is_after_operator();
      break;
    case tok::r_square:
      if (last_ == tok::r_square && attributes_ && attributes_->parentheses == open_.size()) {
        return end_attributes(token);
      }
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
  name_ = now == tok::identifier ? token.getIdentifierInfo() : nullptr;
  end_ = token.getEndLoc();
  watch_place(now);
}

/// What is in parentheses behind the parameters, as in `noexcept(f())`, does not end a declarator.
void declarator_tracker::watch_place(kind now) {
  const bool is_within = place_.end.isValid() && open_.size() > place_.parentheses;
  if (is_end(now) || (now == tok::comma && !is_within)) {
    place_ = {};
  } else if (after_parameters_ != likelihood::none && !is_within && !ends_result()) {
    place_ = {end_, open_.size()};
  }
}

void declarator_tracker::open_parentheses(likelihood after) {
  if (last_ == tok::kw___attribute) {
    attributed_ = after != likelihood::none ? parameters_ : opening();
  }
  // As the parameters of the pointer in `int (*(*p)(int))()`.
  const bool after_inner = last_ == tok::r_paren && is_pointer_sign(parameters_.last);
  open_.push_back(
      {last_, before_, (last_ == tok::r_square && !brackets_of_operator_) || ends_lambda_template(),
       parameters_follow(after), last_ == tok::r_paren && parameters_.of_pointer,
       /*of_pointer=*/false, after_inner ? parameters_.in_group : is_in_group(), name_});
  if (ends_lambda_template()) lambda_template_.reset();
}

void declarator_tracker::close_parentheses() {
  // The parentheses of noexcept(…) leave those of the parameters in place.
  after_exceptions_ = open_.back().last == tok::kw_noexcept || open_.back().last == tok::kw_throw;
  if (!after_exceptions_) {
    parameters_ = open_.back();
    after_parameters_ = parameters_.parameters;
  }
  if (open_.back().last == tok::kw___attribute && attributed_.of_lambda) {
    parameters_ = attributed_;
    after_parameters_ = likelihood::certain;
  }
  open_.pop_back();
}

/// At the last token of attributes. Those of a lambda stand after its parameters, and before its
/// specifier. What precedes others is what precedes the token after them, too.
void declarator_tracker::end_attributes(const clang::Token& last) {
  const attributes ended = *std::exchange(attributes_, std::nullopt);
  parameters_ = ended.parameters;
  before_ = ended.after.before;
  last_ = ended.after.last;
  brackets_of_operator_ = ended.after.of_operator;
  end_ = last.getEndLoc();
  if (ended.after.parameters == likelihood::none) return;
  before_ = last_ = tok::r_square;
  if (parameters_.of_lambda) after_parameters_ = likelihood::certain;
}

bool declarator_tracker::is_after_operator() const {
  const bool is_allocation = last_ == tok::kw_new || last_ == tok::kw_delete;
  return last_ == tok::kw_operator || (is_allocation && before_ == tok::kw_operator);
}

void declarator_tracker::watch_template_parameters(kind now) {
  const bool begins = now == tok::less && last_ == tok::kw_template;
  if (begins && template_.angles == 0) template_.parentheses = open_.size();
  count_angles(template_, begins, now);
  if (open_.size() == template_.parentheses && is_end(now)) template_.angles = 0;
}

void declarator_tracker::watch_lambda_template(kind now) {
  const bool begins = now == tok::less && last_ == tok::r_square && !brackets_of_operator_;
  if (begins && (!lambda_template_ || open_.size() <= lambda_template_->list.parentheses)) {
    lambda_template begun;
    begun.list.parentheses = open_.size();
    lambda_template_ = begun;
  }
  if (!lambda_template_) return;
  count_angles(lambda_template_->list, begins, now);
  if (now == tok::kw_requires) lambda_template_->has_requires = true;
  if (!lambda_template_->has_requires) {
    if (is_end(now)) lambda_template_.reset();  // `<` has compared what precedes it
  } else if (now == tok::l_brace) {
    ++lambda_template_->braces;
  } else if (now == tok::r_brace) {
    --lambda_template_->braces;
  }
}

/// Counts the angle brackets of a list of template parameters, without those in parentheses.
void declarator_tracker::count_angles(template_list& list, bool begins, kind now) const {
  if (open_.size() != list.parentheses) return;
  if (opens_angle(last_, now) && (begins || list.angles > 0)) ++list.angles;
  list.angles = std::max(list.angles - closed_angles(now), 0);
}

bool declarator_tracker::ends_lambda_template() const {
  if (!lambda_template_ || lambda_template_->braces != 0) return false;
  const template_list& list = lambda_template_->list;
  // Behind these, the parentheses are those of an operand of the requires-clause.
  const bool of_operand =
      last_ == tok::kw_requires || last_ == tok::ampamp || last_ == tok::pipepipe;
  return list.angles == 0 && list.parentheses == open_.size() && !of_operand;
}

declarator_tracker::likelihood declarator_tracker::is_in_group() const {
  if (open_.empty()) return likelihood::none;
  const opening& outer = open_.back();
  const bool begins = before_ == tok::l_paren || before_ == tok::coloncolon;
  if (outer.of_pointer) {
    return begins || is_pointer_sign(before_) ? likelihood::certain : likelihood::none;
  }
  if (!begins) return likelihood::none;
  if (outer.last == tok::identifier || closed_angles(outer.last) > 0) return likelihood::possible;
  return ends_type_or_name(outer.last) || is_pointer_sign(outer.last) ? likelihood::certain
                                                                      : likelihood::none;
}

declarator_tracker::likelihood declarator_tracker::parameters_follow(likelihood after) const {
  if (ends_lambda_template() && lambda_template_->has_requires) return likelihood::certain;
  if (ends_type_or_name(last_) || last_ == tok::kw_operator || before_ == tok::kw_operator) {
    return likelihood::certain;
  }
  switch (last_) {
    case tok::r_square:
      return likelihood::certain;
    case tok::r_paren:
      // The second pair in `int (*p)(int)`, or in `(int)(float)x`.
      return after;
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
    case tok::comma:
      // No parameters, but a declarator may follow.
      return likelihood::possible;
    default:
      // The parentheses of a statement, of a cast or of another expression.
      return likelihood::none;
  }
}

declarator declarator_tracker::current(bool restrictions) const {
  if (last_ == tok::kw_noexcept) return declarator::misplaced;
  if (last_ == tok::r_square && brackets_of_operator_) return declarator::none;
  // A lambda needs its parentheses (spec 2.1.2), and an array has no specifier. But an attribute
  // can precede the name `restrict`, and `throw (…)` can be an expression.
  const bool after_brackets = last_ == tok::r_square && after_parameters_ == likelihood::none;
  if (after_brackets || (last_ == tok::r_paren && after_exceptions_) || ends_result()) {
    return restrictions ? declarator::misplaced : declarator::none;
  }
  if (after_parameters_ == likelihood::none) return declarator::none;
  if (after_parameters_ == likelihood::possible && !restrictions) return declarator::none;
  if (parameters_.of_lambda) {
    return last_ == tok::r_paren ? declarator::lambda : declarator::qualified_lambda;
  }
  return is_after_unnamed_pointer() || in_using_ ? declarator::abstract : declarator::function;
}

bool declarator_tracker::ends_result() const {
  return last_ == tok::r_paren && parameters_.last == tok::kw_decltype &&
         parameters_.before == tok::arrow;
}

bool declarator_tracker::is_after_captures() const {
  const bool is_of_array = ends_type_or_name(bracket_.last) || bracket_.last == tok::r_square ||
                           bracket_.last == tok::r_paren || brackets_of_operator_;
  return last_ == tok::r_square && after_parameters_ == likelihood::none && !is_of_array;
}

bool declarator_tracker::is_after_pointer() const {
  return parameters_.after_pointer || is_after_unnamed_pointer();
}

bool declarator_tracker::is_unnamed(bool names_type) const {
  if (!open_.empty() && open_.back().parameters != likelihood::none) return false;
  if (parameters_.last == tok::identifier) return names_type;
  return ends_type_or_name(parameters_.last) && parameters_.before != tok::kw_operator;
}

bool declarator_tracker::is_after_unnamed_pointer() const {
  return parameters_.last == tok::r_paren && is_pointer_sign(parameters_.before);
}

}  // namespace milliamp::language
