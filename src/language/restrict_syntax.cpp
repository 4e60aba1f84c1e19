#include "restrict_syntax.h"

#include "declarator_tracker.h"
#include "diagnostic_words.h"
#include "explicit_instantiations.h"
#include "member_specializations.h"
#include "reporting.h"
#include "restrict_attribute.h"
#include "specifier_scope.h"

#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <string>
#include <utility>

namespace milliamp::language {

namespace {

namespace tok = clang::tok;
using tokens = llvm::SmallVector<clang::Token, 16>;

/// The restrictions of adjacent specifiers.
struct specifier {
  bool cpu = false;
  bool amp = false;
  bool deduced = false;

  /// The attribute that represents them, see restrict_attribute.cpp.
  const char* attribute() const {
    if (deduced && cpu != amp) return cpu ? "milliamp_cpu_auto" : "milliamp_amp_auto";
    if (deduced && !cpu) return "milliamp_auto";
    return cpu && amp ? "milliamp_cpu_amp" : amp ? "milliamp_amp" : "milliamp_cpu";
  }
};

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
void mark_instantiation(clang::Preprocessor& preprocessor, const clang::Token& keyword) {
  const restrictions named = find_instantiation_specifiers(preprocessor, keyword);
  if (!named.amp) return;
  const token_maker make{preprocessor, keyword.getLocation()};
  tokens attributes;
  make.attribute("device", attributes, 0);
  if (named.cpu) make.attribute("host", attributes, 0);
  inject(preprocessor, attributes);
}

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
    const tokens arguments = read_arguments(preprocessor);
    const clang::SourceLocation location =
        preprocessor.getSourceManager().getExpansionLoc(introducer.Loc);
    const token_maker make{preprocessor, location};
    const bool restrictions = names_restrictions(arguments);
    const declarator kind =
        pending_ != nullptr ? declarator::function : tracker_->current(restrictions);
    if (kind == declarator::none) {
      if (restrictions) explain_errors_at(tracker_->end_of_last_token(), location);
      return restore(make, arguments);
    }
    if (kind == declarator::misplaced) {
      report(preprocessor.getDiagnostics(), location, rule::restriction_place);
      return;
    }
    specifier named = pending_ != nullptr ? *pending_ : specifier{};
    if (!read(preprocessor, location, arguments, named)) {
      // The program is refused; what follows should cause no other error.
      if (!named.cpu && !named.amp) named.cpu = named.amp = true;
    }
    if (pending_ != nullptr) {
      *pending_ = named;
      return;
    }
    if (named.amp && tracker_->is_behind_pointer() && kind == declarator::abstract) {
      report(preprocessor.getDiagnostics(), location, rule::function_pointers);
    }
    pending_ = &named;
    const tokens following = apply(make, kind, named);
    pending_ = nullptr;
    inject(preprocessor, following);
  }

 private:
  static tokens read_arguments(clang::Preprocessor& preprocessor) {
    tokens arguments;
    clang::Token token;
    for (preprocessor.LexUnexpandedToken(token); token.isNot(tok::eod);
         preprocessor.LexUnexpandedToken(token)) {
      arguments.push_back(token);
    }
    return arguments;
  }

  /// Gives a specifier's attribute to its function. Returns the tokens that the parser has to read
  /// next: those behind the specifier, with the attribute among them if it can stand there.
  tokens apply(const token_maker& make, declarator kind, specifier& named) {
    tokens following;
    switch (kind) {
      case declarator::lambda:
        apply_to_lambda(make, named, following);
        break;
      case declarator::mutable_lambda:
        skip_to_body(make.preprocessor, following);
        enter_scope(named, following);
        make.first_statement(named.attribute(), following);
        break;
      default:
        apply_to_function(make, kind, named, following);
    }
    return following;
  }

  void apply_to_lambda(const token_maker& make, specifier& named, tokens& following) {
    skip_declarator(make.preprocessor, following, declarator::lambda);
    if (following.front().is(tok::kw_mutable)) {
      report(make.preprocessor.getDiagnostics(), make.location, rule::restriction_place);
    }
    make.attribute(named.attribute(), following, 0);
    enter_scope(named, following);
  }

  void apply_to_function(const token_maker& make, declarator kind, specifier& named,
                         tokens& following) {
    const bool of_pointer = tracker_->is_behind_pointer();
    const bool takes_attribute = skip_declarator(make.preprocessor, following, kind);
    if (!takes_attribute || (of_pointer && has_return_type_)) {
      // No attribute can stand among the parameters of a template, and none of a pointer behind a
      // trailing return type.
      if (kind == declarator::function && named.amp && of_pointer) {
        report(make.preprocessor.getDiagnostics(), make.location, rule::function_pointers);
      }
      if (following.back().is(tok::semi) && !of_pointer) {
        restrict_next(clang::attr::SubjectMatchRule_type_alias, compiler_.getSema(), make.location,
                      named.attribute());
      }
      return;
    }
    if (following.front().isOneOf(tok::kw_const, tok::kw_volatile)) {
      report(make.preprocessor.getDiagnostics(), make.location, rule::restriction_place);
      following.front() = next(make.preprocessor);
    }
    // Behind a trailing return type, an attribute would be one of that type. Within the declarator
    // of a function pointer and before a requires-clause, there can be none.
    if (has_return_type_ || following.back().is(tok::kw_requires) ||
        skip_result(make.preprocessor, following)) {
      restrict_next(clang::attr::SubjectMatchRule_function, compiler_.getSema(), make.location,
                    named.attribute());
    } else {
      make.attribute(named.attribute(), following, following.size() - 1);
    }
    enter_scope(named, following);
  }

  static clang::Token next(clang::Preprocessor& preprocessor) {
    clang::Token token;
    preprocessor.Lex(token);
    return token;
  }

  /// Puts back what the macro has replaced.
  static void restore(const token_maker& make, const tokens& arguments) {
    tokens original{make.named("restrict"), make.of(tok::l_paren)};
    original.append(arguments.begin(), arguments.end());
    original.push_back(make.of(tok::r_paren));
    inject(make.preprocessor, original);
  }

  /// Whether what is in parentheses can only be meant for a specifier.
  static bool names_restrictions(const tokens& arguments) {
    return !arguments.empty() && llvm::all_of(arguments, [](const clang::Token& token) {
      const clang::IdentifierInfo* name = token.getIdentifierInfo();
      return token.is(tok::comma) ||
             (name != nullptr && (name->isStr("amp") || name->isStr("cpu") || name->isStr("auto")));
    });
  }

  /// Adds the restrictions of one specifier. Reports what is none.
  static bool read(clang::Preprocessor& preprocessor, clang::SourceLocation location,
                   const tokens& arguments, specifier& named) {
    bool valid = !arguments.empty();
    bool expect_comma = false;
    bool is_version = false;
    for (const clang::Token& token : arguments) {
      if (std::exchange(is_version, false)) {
        valid &= token.is(tok::numeric_constant);
        continue;
      }
      if (expect_comma && token.is(tok::colon) && named.amp) {
        report(preprocessor.getDiagnostics(), location, rule::amp_versions);
        is_version = true;
        continue;
      }
      if (expect_comma) {
        valid &= token.is(tok::comma);
        expect_comma = false;
        continue;
      }
      expect_comma = true;
      const clang::IdentifierInfo* identifier = token.getIdentifierInfo();
      const llvm::StringRef name = identifier != nullptr ? identifier->getName() : "";
      if (name == "cpu") {
        named.cpu = true;
      } else if (name == "amp") {
        named.amp = true;
      } else if (name == "auto") {
        named.deduced = true;
      } else if (identifier != nullptr) {
        report(preprocessor.getDiagnostics(), location, rule::unknown_restriction) << name;
        return false;
      } else {
        valid = false;
      }
    }
    if (!valid || !expect_comma) {
      report(preprocessor.getDiagnostics(), location, rule::restriction_syntax);
      return false;
    }
    return true;
  }

  /// Takes tokens up to the end of a balanced pair whose first token is the last one taken.
  static void skip_balanced(clang::Preprocessor& preprocessor, tokens& taken) {
    for (int depth = 1; depth > 0;) {
      taken.push_back(next(preprocessor));
      const clang::Token& token = taken.back();
      if (token.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) ++depth;
      if (token.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) --depth;
      if (token.is(tok::eof)) return;
    }
  }

  static void skip_to_body(clang::Preprocessor& preprocessor, tokens& taken) {
    do {
      taken.push_back(next(preprocessor));
      if (taken.back().isOneOf(tok::l_paren, tok::l_square)) skip_balanced(preprocessor, taken);
    } while (taken.back().isNot(tok::l_brace) && taken.back().isNot(tok::semi) &&
             taken.back().isNot(tok::eof));
  }

  /// Takes a trailing return type, and the token after it.
  static void skip_type(clang::Preprocessor& preprocessor, tokens& taken) {
    int angles = 0;
    for (bool has_ended = false; !has_ended;) {
      const tok::TokenKind last = taken.back().getKind();
      taken.push_back(next(preprocessor));
      if (taken.back().isOneOf(tok::l_paren, tok::l_square)) {
        skip_balanced(preprocessor, taken);
        continue;
      }
      const tok::TokenKind now = taken.back().getKind();
      if (opens_angle(last, now)) ++angles;
      angles -= closed_angles(now);
      // A `<` that compares names looks like one that opens, so the body ends the type, too.
      has_ended = angles > 0 ? taken.back().isOneOf(tok::l_brace, tok::semi, tok::eof)
                             : ends_type(taken.back());
    }
  }

  /// Takes an exception specification, attributes and a trailing return type, and the token after
  /// them. Returns whether an attribute can stand before that token.
  bool skip_declarator(clang::Preprocessor& preprocessor, tokens& taken, declarator kind) {
    taken.push_back(next(preprocessor));
    if (taken.back().isOneOf(tok::kw_noexcept, tok::kw_throw)) {
      taken.push_back(next(preprocessor));
      if (taken.back().is(tok::l_paren)) {
        skip_balanced(preprocessor, taken);
        taken.push_back(next(preprocessor));
      }
    }
    while (taken.back().is(tok::l_square)) {
      skip_balanced(preprocessor, taken);
      taken.push_back(next(preprocessor));
    }
    has_return_type_ = taken.back().is(tok::arrow);
    if (has_return_type_) skip_type(preprocessor, taken);
    if (kind == declarator::abstract) return false;
    if (taken.back().isOneOf(tok::comma, tok::equal)) return !tracker_->in_template_parameters();
    return closed_angles(taken.back().getKind()) == 0;
  }

  /// In the declarator of a function whose result is a pointer or reference to a function, as in
  /// `int (*f(int) restrict(amp))(int) restrict(cpu)`: takes the rest of it, whose specifiers are
  /// those of the result. Returns whether there is one.
  bool skip_result(clang::Preprocessor& preprocessor, tokens& taken) {
    if (taken.size() != 1 || taken.back().isNot(tok::r_paren)) return false;
    const auto behind = clang::Lexer::findNextToken(
        taken.back().getLocation(), preprocessor.getSourceManager(), preprocessor.getLangOpts());
    if (!behind || behind->isNot(tok::l_paren)) return false;
    specifier of_result;
    specifier* const of_function = std::exchange(pending_, &of_result);
    taken.push_back(next(preprocessor));
    skip_balanced(preprocessor, taken);
    taken.push_back(next(preprocessor));
    pending_ = of_function;
    if (of_result.amp) {
      report(preprocessor.getDiagnostics(), taken.front().getLocation(), rule::function_pointers);
    }
    return true;
  }

  /// Resolves calls in an exception specification or a trailing return type for the specifier.
  void enter_scope(const specifier& named, const tokens& following) {
    if (named.deduced || following.size() < 2 || !named.amp) return;
    scope_->enter(compiler_.getSema(), {named.cpu, named.amp},
                  static_cast<unsigned>(following.size()));
  }

  static bool ends_type(const clang::Token& token) {
    const clang::IdentifierInfo* identifier = token.getIdentifierInfo();
    if (identifier != nullptr && token.is(tok::identifier)) {
      return identifier->isStr("override") || identifier->isStr("final");
    }
    return token.isOneOf(tok::l_brace, tok::semi, tok::equal, tok::comma, tok::r_paren, tok::colon,
                         tok::eof, tok::kw_try, tok::kw___attribute, tok::kw_requires,
                         tok::r_square, tok::r_brace);
  }

  clang::CompilerInstance& compiler_;
  std::shared_ptr<declarator_tracker> tracker_;
  std::shared_ptr<specifier_scope> scope_;
  /// Whether the declarator that was skipped last has a trailing return type.
  bool has_return_type_ = false;
  /// The specifier that is being handled, to which adjacent ones add theirs.
  specifier* pending_ = nullptr;
};

}  // namespace

void understand_restrict(clang::CompilerInstance& compiler) {
  clang::Preprocessor& preprocessor = compiler.getPreprocessor();
  auto tracker = std::make_shared<declarator_tracker>();
  auto scope = std::make_shared<specifier_scope>();
  preprocessor.AddPragmaHandler(
      new restrict_handler(compiler, tracker, scope));  // the preprocessor deletes it
  preprocessor.setTokenWatcher([tracker, scope, &compiler](const clang::Token& token) {
    if (token.is(tok::eof)) end_defaults(compiler.getSema());
    show_other_overloads();
    tracker->watch(token);
    scope->read_token();
    if (token.is(tok::kw_template)) mark_instantiation(compiler.getPreprocessor(), token);
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
