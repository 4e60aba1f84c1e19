/// @file
/// Reports what breaks a rule of rules.def, as an error of the compiler.
#pragma once

#include <clang/Basic/Diagnostic.h>

#include <string>
#include <vector>

namespace milliamp::language {

/// The rules.
enum class rule {
#define MILLIAMP_RULE(name, section, text) name,
#include "rules.def"
#undef MILLIAMP_RULE
};

/// Permits what the rule of that name forbids. Returns false if there is none.
bool allow(llvm::StringRef name);

/// The text of a rule, with its section and name.
std::string text_of_rule(rule broken);

/// Whether the program may break the rule.
bool is_allowed(rule broken);

/// Begins an error that ends with the rule's section: `… [spec 2.4.3.7]`. What is inserted with <<
/// replaces %0 and so on in the rule's text. If the rule is allowed, nothing is shown.
clang::DiagnosticBuilder report(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
                                rule broken);

/// The same as a warning, for a rule that the specification does not require a compiler to check.
clang::DiagnosticBuilder warn(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
                              rule broken);

/// During its lifetime, report(), warn() and note() show nothing. Trials may be nested.
class trial {
 public:
  trial() : outer_(current) { current = this; }
  ~trial() { current = outer_; }
  trial(const trial&) = delete;
  trial& operator=(const trial&) = delete;

  /// Where the first error would have been shown; invalid if there is none.
  clang::SourceLocation fault() const { return fault_; }
  void fail(clang::SourceLocation location) {
    if (fault_.isInvalid()) fault_ = location;
  }

  static inline trial* current = nullptr;

 private:
  trial* outer_;
  clang::SourceLocation fault_;
};

/// Takes insertions and shows nothing.
clang::DiagnosticBuilder report_nothing(clang::DiagnosticsEngine& engine,
                                        clang::SourceLocation location);

/// Adds a note to the last error.
void note(clang::DiagnosticsEngine& engine, clang::SourceLocation location, const std::string& text,
          const clang::FixItHint& fix = {});

/// Calls check(), and adds a note to the errors that it reports.
template <class F>
void with_note(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
               const std::string& text, F check) {
  const unsigned errors = engine.getClient()->getNumErrors();
  check();
  if (engine.getClient()->getNumErrors() != errors) note(engine, location, text);
}

/// Remembers an error of the compiler or of report(), and returns whether there is one at a
/// location: report() shows only the first, as what follows from it would be shown, too, and what
/// is wrong in a template once for each of its instantiations.
void remember_error(clang::SourceLocation location);
bool is_reported(clang::SourceLocation location);

}  // namespace milliamp::language
