#include "reporting.h"

#include <llvm/ADT/DenseSet.h>

#include <array>

namespace milliamp::language {

namespace {

struct rule_text {
  const char* name;
  const char* section;
  const char* text;
  bool allowed = false;
};

std::array rules = {
#define MILLIAMP_RULE(name, section, text) rule_text{#name, section, text},
#include "rules.def"
#undef MILLIAMP_RULE
};

clang::DiagnosticBuilder show(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
                              rule broken, clang::DiagnosticIDs::Level level) {
  if (is_allowed(broken)) level = clang::DiagnosticIDs::Ignored;
  if (trial::current != nullptr) {
    if (level == clang::DiagnosticIDs::Error) trial::current->fail(location);
    return report_nothing(engine, location);
  }
  return engine.Report(location,
                       engine.getDiagnosticIDs()->getCustomDiagID(level, text_of_rule(broken)));
}

/// The locations of all errors. There is one compilation in a process of the compiler.
llvm::DenseSet<unsigned>& error_locations() {
  static llvm::DenseSet<unsigned> of_errors;
  return of_errors;
}

}  // namespace

void remember_error(clang::SourceLocation location) {
  if (location.isValid()) error_locations().insert(location.getRawEncoding());
}

bool is_reported(clang::SourceLocation location) {
  return location.isValid() && error_locations().contains(location.getRawEncoding());
}

bool allow(llvm::StringRef name) {
  bool found = false;
  for (rule_text& entry : rules) {
    if (name.equals_insensitive(entry.name) || name.equals_insensitive("all")) {
      entry.allowed = true;
      found = true;
    }
  }
  return found;
}

std::string text_of_rule(rule broken) {
  const rule_text& entry = rules[static_cast<std::size_t>(broken)];
  return std::string(entry.text) + " [spec " + entry.section + ", --allow=" + entry.name + "]";
}

bool is_allowed(rule broken) { return rules[static_cast<std::size_t>(broken)].allowed; }

clang::DiagnosticBuilder report(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
                                rule broken) {
  if (trial::current == nullptr && is_reported(location)) return report_nothing(engine, location);
  return show(engine, location, broken, clang::DiagnosticIDs::Error);
}

clang::DiagnosticBuilder warn(clang::DiagnosticsEngine& engine, clang::SourceLocation location,
                              rule broken) {
  return show(engine, location, broken, clang::DiagnosticIDs::Warning);
}

clang::DiagnosticBuilder report_nothing(clang::DiagnosticsEngine& engine,
                                        clang::SourceLocation location) {
  return engine.Report(
      location, engine.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Ignored, ""));
}

void note(clang::DiagnosticsEngine& engine, clang::SourceLocation location, const std::string& text,
          const clang::FixItHint& fix) {
  if (trial::current != nullptr) return;
  engine.Report(location,
                engine.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Note, "%0"))
      << text << fix;
}

}  // namespace milliamp::language
