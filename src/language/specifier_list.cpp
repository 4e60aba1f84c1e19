#include "specifier_list.h"

#include "reporting.h"
#include "specifier_fix.h"

#include <clang/Basic/IdentifierTable.h>

#include <utility>

namespace milliamp::language {

namespace {

namespace tok = clang::tok;

/// Adds a restriction. Reports a name that is none.
/// @return whether it is one
bool add(clang::DiagnosticsEngine& engine, clang::SourceLocation location, llvm::StringRef name,
         specifier& named) {
  if (name == "cpu") {
    named.cpu = true;
  } else if (name == "amp") {
    named.amp = true;
  } else if (name == "auto") {
    named.deduced = true;
  } else {
    report(engine, location, rule::unknown_restriction) << name;
    return false;
  }
  return true;
}

/// Adds the restrictions of a list. Reports what is none, and returns whether all is valid.
bool read(const clang::Preprocessor& preprocessor, clang::SourceLocation location,
          const tokens& list, specifier& named) {
  clang::DiagnosticsEngine& engine = preprocessor.getDiagnostics();
  bool valid = !list.empty();
  bool expect_comma = false;
  bool is_version = false;
  for (const clang::Token& token : list) {
    if (std::exchange(is_version, false)) {
      valid &= token.is(tok::numeric_constant);
    } else if (expect_comma && token.is(tok::colon) && named.amp) {
      report(engine, location, rule::amp_versions)
          << remove_version(preprocessor.getSourceManager(), preprocessor.getLangOpts(), location);
      is_version = true;
    } else if (expect_comma) {
      valid &= token.is(tok::comma);
      expect_comma = false;
    } else {
      expect_comma = true;
      const clang::IdentifierInfo* name = token.getIdentifierInfo();
      if (name != nullptr && !add(engine, location, name->getName(), named)) return false;
      valid &= name != nullptr;
    }
  }
  if (valid && expect_comma) return true;
  report(engine, location, rule::restriction_syntax);
  return false;
}

}  // namespace

tokens read_list(clang::Preprocessor& preprocessor) {
  tokens list;
  clang::Token token;
  for (preprocessor.LexUnexpandedToken(token); token.isNot(tok::eod);
       preprocessor.LexUnexpandedToken(token)) {
    list.push_back(token);
  }
  return list;
}

bool names_restrictions(const tokens& list) {
  return !list.empty() && llvm::all_of(list, [](const clang::Token& token) {
    const clang::IdentifierInfo* name = token.getIdentifierInfo();
    return token.is(tok::comma) ||
           (name != nullptr && (name->isStr("amp") || name->isStr("cpu") || name->isStr("auto")));
  });
}

void read_or_assume(clang::Preprocessor& preprocessor, clang::SourceLocation location,
                    const tokens& list, specifier& named) {
  if (read(preprocessor, location, list, named)) return;
  if (!named.cpu && !named.amp) named.cpu = named.amp = true;
}

}  // namespace milliamp::language
