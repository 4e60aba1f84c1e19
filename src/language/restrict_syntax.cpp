#include "restrict_syntax.h"

#include "clang_versions.h"
#include "declarator_tracker.h"
#include "explicit_instantiations.h"
#include "hidden_overloads.h"
#include "member_specializations.h"
#include "misplaced_specifier.h"
#include "reporting.h"
#include "restrict_attribute.h"
#include "skipped_tokens.h"
#include "specifier_list.h"
#include "specifier_scope.h"

#include <clang/Basic/CharInfo.h>
#include <clang/Lex/Preprocessor.h>

#include <cstring>
#include <memory>
#include <string>
#include <utility>

namespace milliamp::language {

namespace {

namespace tok = clang::tok;

/// Makes tokens at the location of a specifier.
struct token_maker {
  clang::Preprocessor& preprocessor;
  clang::SourceLocation location;

  clang::Token of(tok::TokenKind kind) const {
    clang::Token token;
    token.startToken();
    token.setKind(kind);
    token.setLocation(location);
    token.setLength(1);
    return token;
  }
  clang::Token named(llvm::StringRef name) const {
    clang::IdentifierInfo* identifier = preprocessor.getIdentifierInfo(name);
    clang::Token token = of(identifier->getTokenID());
    token.setIdentifierInfo(identifier);
    token.setLength(static_cast<unsigned>(name.size()));
    return token;
  }
  /// Inserts `__attribute__((name))`.
  void attribute(llvm::StringRef name, tokens& into, std::size_t at) const {
    const clang::Token attribute[] = {named("__attribute__"), of(tok::l_paren),
                                      of(tok::l_paren),       named(name),
                                      of(tok::r_paren),       of(tok::r_paren)};
    into.insert(into.begin() + at, std::begin(attribute), std::end(attribute));
  }
  /// Appends a declaration with the attribute, which takes effect on the function around it.
  void first_statement(llvm::StringRef name, tokens& into) const {
    if (into.empty() || into.back().isNot(tok::l_brace)) return;
    for (const clang::Token& token : {named("typedef"), named("int"), named("milliamp_body")}) {
      into.push_back(token);
    }
    attribute(name, into, into.size());
    into.push_back(of(tok::semi));
  }
};

void inject(clang::Preprocessor& preprocessor, const tokens& what) {
  auto copy = std::make_unique<clang::Token[]>(what.size());
  std::copy(what.begin(), what.end(), copy.get());
  preprocessor.EnterTokenStream(std::move(copy), static_cast<unsigned>(what.size()),
                                /*DisableMacroExpansion=*/true, /*IsReinject=*/false);
}

/// Puts the attributes in front of an explicit instantiation by which Clang chooses the template.
void mark_instantiation(clang::Preprocessor& preprocessor, const clang::Token& keyword,
                        restrictions named) {
  if (!named.amp) return;
  const token_maker make{preprocessor, keyword.getLocation()};
  tokens attributes;
  make.attribute("device", attributes, 0);
  if (named.cpu) make.attribute("host", attributes, 0);
  inject(preprocessor, attributes);
}

/// In CUDA mode, `<<<` is one token, also in `operator<<<int>`. There, the mode is off until the
/// next token has been read.
class operator_names {
 public:
  explicit operator_names(clang::Preprocessor& preprocessor) : preprocessor_(preprocessor) {}

  void watch(const clang::Token& token) {
    const bool splits = token.is(tok::kw_operator) && token.getLocation().isFileID() &&
                        is_before_angles(token.getEndLoc());
    if (std::exchange(splits_, splits) != splits) set_mode(!splits);
  }

 private:
  bool is_before_angles(clang::SourceLocation location) const {
    const char* text = preprocessor_.getSourceManager().getCharacterData(location);
    while (clang::isWhitespace(*text)) ++text;
    return std::strncmp(text, "<<<", 3) == 0;
  }
  void set_mode(bool on) const { lexer_options(preprocessor_).CUDA = on; }

  clang::Preprocessor& preprocessor_;
  bool splits_ = false;
};

class restrict_handler final : public clang::PragmaHandler {
 public:
  restrict_handler(clang::CompilerInstance& compiler, std::shared_ptr<declarator_tracker> tracker,
                   std::shared_ptr<specifier_scope> scope)
      : PragmaHandler("milliamp_restrict"),
        compiler_(compiler),
        tracker_(std::move(tracker)),
        scope_(std::move(scope)) {}

  void HandlePragma(clang::Preprocessor& preprocessor, clang::PragmaIntroducer introducer,
                    clang::Token&) override {
    const tokens list = read_list(preprocessor);
    const clang::SourceLocation location =
        preprocessor.getSourceManager().getExpansionLoc(introducer.Loc);
    const token_maker make{preprocessor, location};
    const bool restrictions = names_restrictions(list);
    if (pending_ != nullptr && following_.empty()) {
      return read_or_assume(preprocessor, location, list, *pending_);
    }
    // The tokens that follow a pending specifier have not been watched yet.
    declarator_tracker tracker = *tracker_;
    for (const clang::Token& token : following_) tracker.watch(token);
    const declarator kind = tracker.current(restrictions);
    if (kind == declarator::none) {
      if (restrictions) {
        explain_errors_at({tracker.end_of_last_token(), location, moved(make, tracker.place())});
      }
      return restore(make, list);
    }
    if (kind == declarator::misplaced) {
      // A lambda needs its parentheses, a declarator has another place.
      const bool is_lambda = tracker.is_after_captures();
      return report_place(make, is_lambda ? with_parameters(tracker.end_of_last_token())
                                          : moved(make, tracker.place()));
    }
    specifier named;
    read_or_assume(preprocessor, location, list, named);
    const bool is_inner = pending_ != nullptr;
    if (named.amp && tracker.is_after_pointer() && (is_inner || kind == declarator::abstract)) {
      report(preprocessor.getDiagnostics(), location, rule::function_pointers);
    }
    is_inner ? apply_to_inner(make, kind, named) : apply_to_next(make, kind, named);
  }

 private:
  static fixes moved(const token_maker& make, clang::SourceLocation place) {
    return move_specifier(make.preprocessor.getSourceManager(), make.preprocessor.getLangOpts(),
                          make.location, place);
  }
  static fixes with_parameters(clang::SourceLocation end) {
    return {clang::FixItHint::CreateInsertion(end, "()")};
  }
  static void report_place(const token_maker& make, const fixes& proposed) {
    const clang::DiagnosticBuilder error =
        report(make.preprocessor.getDiagnostics(), make.location, rule::restriction_place);
    for (const clang::FixItHint& fix : proposed) error << fix;
  }

  /// Handles a specifier within the exception specification or the type that another declarator
  /// ends with. Only a lambda can have it there: the others are pointers.
  static void apply_to_inner(const token_maker& make, declarator kind, const specifier& named) {
    if (kind != declarator::lambda) return;
    tokens attribute;
    make.attribute(named.attribute(), attribute, 0);
    inject(make.preprocessor, attribute);
  }

  void apply_to_next(const token_maker& make, declarator kind, specifier& named) {
    pending_ = &named;
    apply(make, kind, named, following_);
    pending_ = nullptr;
    inject(make.preprocessor, std::exchange(following_, {}));
  }

  /// Gives a specifier's attribute to its function. Takes the tokens that the parser has to read
  /// next: those after the specifier, with the attribute among them if it can stand there.
  void apply(const token_maker& make, declarator kind, specifier& named, tokens& following) {
    switch (kind) {
      case declarator::lambda:
        apply_to_lambda(make, named, following);
        break;
      case declarator::qualified_lambda:
        skip_to_body(make.preprocessor, following);
        enter_scope(named, following);
        make.first_statement(named.attribute(), following);
        break;
      default:
        apply_to_function(make, kind, named, following);
    }
  }

  void apply_to_lambda(const token_maker& make, specifier& named, tokens& following) {
    take_token(make.preprocessor, following);
    skip_declarator(make.preprocessor, following, declarator::lambda);
    if (following.front().is(tok::kw_mutable)) {
      report_place(make, moved(make, following.front().getEndLoc()));
    }
    make.attribute(named.attribute(), following, 0);
    enter_scope(named, following);
  }

  void apply_to_function(const token_maker& make, declarator kind, specifier& named,
                         tokens& following) {
    const bool of_pointer = tracker_->is_after_pointer();
    const bool is_type_name = names_type(tracker_->name(), make.location);
    const bool is_grouped = tracker_->is_grouped(is_type_name);
    const bool is_unnamed = tracker_->is_unnamed(is_type_name);
    take_token(make.preprocessor, following);
    skip_qualifiers(make, following.front());
    const skipped rest = skip_declarator(make.preprocessor, following, kind);
    // One of several arguments of a template.
    const bool is_argument = is_unnamed && following.back().is(tok::comma);
    if (!rest.takes_attribute || is_argument || (of_pointer && rest.has_return_type)) {
      // No attribute can stand among the parameters of a template or in a handler of exceptions,
      // and none of a pointer after a trailing return type.
      if (kind == declarator::function && named.amp && of_pointer) {
        report(make.preprocessor.getDiagnostics(), make.location, rule::function_pointers);
      }
      if (following.back().is(tok::semi) && !of_pointer) {
        restrict_next(compiler_.getSema(), make.location, named.attribute());
      }
      return;
    }
    const bool ends_group = is_grouped && following.back().is(tok::r_paren);
    if (ends_group) skip_result(make.preprocessor, following);
    // Behind a trailing return type, an attribute would be one of that type. Within parentheses and
    // before a requires-clause, there can be none.
    if (rest.has_return_type || following.back().is(tok::kw_requires) || ends_group) {
      restrict_next(compiler_.getSema(), make.location, named.attribute());
    } else {
      make.attribute(named.attribute(), following, following.size() - 1);
    }
    enter_scope(named, following);
  }

  /// Takes the qualifiers that follow a specifier, which it has to follow.
  static void skip_qualifiers(const token_maker& make, clang::Token& next) {
    clang::SourceLocation end;
    while (next.isOneOf(tok::kw_const, tok::kw_volatile, tok::amp, tok::ampamp)) {
      end = next.getEndLoc();
      next = next_token(make.preprocessor);
    }
    if (end.isValid()) report_place(make, moved(make, end));
  }

  bool names_type(const clang::IdentifierInfo* name, clang::SourceLocation location) const {
    clang::Sema& sema = compiler_.getSema();
    return name != nullptr && sema.getTypeName(*name, location, sema.getCurScope());
  }

  /// Puts back what the macro has replaced.
  static void restore(const token_maker& make, const tokens& list) {
    tokens original{make.named("restrict"), make.of(tok::l_paren)};
    original.append(list.begin(), list.end());
    original.push_back(make.of(tok::r_paren));
    inject(make.preprocessor, original);
  }

  /// What skip_declarator() finds.
  struct skipped {
    bool has_return_type;  ///< a trailing one
    bool takes_attribute;  ///< before the last token
  };

  /// Takes what can begin with the last token: an exception specification, attributes and a
  /// trailing return type. The token after them is the last one then.
  skipped skip_declarator(clang::Preprocessor& preprocessor, tokens& taken, declarator kind) {
    if (taken.back().isOneOf(tok::kw_noexcept, tok::kw_throw)) {
      take_token(preprocessor, taken);
      if (taken.back().is(tok::l_paren)) {
        skip_balanced(preprocessor, taken);
        take_token(preprocessor, taken);
      }
    }
    while (taken.back().is(tok::l_square)) {
      skip_balanced(preprocessor, taken);
      take_token(preprocessor, taken);
    }
    const bool has_return_type = taken.back().is(tok::arrow);
    if (has_return_type) skip_type(preprocessor, taken);
    const bool in_list = taken.back().isOneOf(tok::comma, tok::equal)
                             ? tracker_->in_template_parameters()
                             : closed_angles(taken.back().getKind()) > 0;
    const bool is_refused = kind == declarator::abstract || in_list || tracker_->in_handler() ||
                            taken.back().is(tok::eof);
    return {has_return_type, !is_refused};
  }

  /// Resolves calls in an exception specification or a trailing return type for the specifier.
  void enter_scope(const specifier& named, const tokens& following) {
    if (named.deduced || following.size() < 2 || !named.amp) return;
    scope_->enter(compiler_.getSema(), {named.cpu, named.amp},
                  static_cast<unsigned>(following.size()));
  }

  clang::CompilerInstance& compiler_;
  std::shared_ptr<declarator_tracker> tracker_;
  std::shared_ptr<specifier_scope> scope_;
  /// The specifier that is being handled, to which adjacent ones add theirs, and what follows it.
  specifier* pending_ = nullptr;
  tokens following_;
};

}  // namespace

void understand_restrict(clang::CompilerInstance& compiler) {
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  auto tracker = std::make_shared<declarator_tracker>();
  auto scope = std::make_shared<specifier_scope>();
  auto operators = std::make_shared<operator_names>(preprocessor);
  auto instantiation = std::make_shared<member_instantiation>();
  preprocessor.AddPragmaHandler(
      new restrict_handler(compiler, tracker, scope));  // the preprocessor deletes it
  // With -fcoverage-mapping, the watcher would also get tokens that the parser does not.
  preprocessor.setPreprocessToken(false);
  preprocessor.setTokenWatcher([=, &compiler](const clang::Token& token) {
    if (token.is(tok::eof)) end_defaults(compiler.getSema());
    show_other_overloads();
    operators->watch(token);
    tracker->watch(token);
    scope->read_token();
    instantiation->watch(token, compiler.getSema());
    if (token.is(tok::kw_template)) {
      const auto named = find_instantiation_specifiers(compiler.getPreprocessor(), token);
      instantiation->begin(named);
      if (named) mark_instantiation(compiler.getPreprocessor(), token, *named);
    }
  });
  // As milliamp/language.h defines it: a keyword needs no header. The headers of the command line
  // are included by what follows.
  preprocessor.setPredefines(
      "#define restrict(...) MILLIAMP_PRAGMA(milliamp_restrict __VA_ARGS__)\n"
      "#define MILLIAMP_PRAGMA(...) _Pragma(#__VA_ARGS__)\n"
      "#define MILLIAMP_NOT_CONSTRUCTED milliamp_not_constructed\n" +
      preprocessor.getPredefines());
}

}  // namespace milliamp::language
