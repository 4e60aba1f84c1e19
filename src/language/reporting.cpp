#include "reporting.h"

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

}  // namespace

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

bool is_allowed(rule broken) { return rules[static_cast<std::size_t>(broken)].allowed; }

clang::DiagnosticBuilder report(clang::DiagnosticsEngine& engine, clang::SourceLocation place,
                                rule broken) {
  const rule_text& entry = rules[static_cast<std::size_t>(broken)];
  const auto level =
      entry.allowed ? clang::DiagnosticsEngine::Ignored : clang::DiagnosticsEngine::Error;
  const std::string text =
      std::string(entry.text) + " [spec " + entry.section + ", --allow=" + entry.name + "]";
  const unsigned id = engine.getDiagnosticIDs()->getCustomDiagID(
      static_cast<clang::DiagnosticIDs::Level>(level), text);
  return engine.Report(place, id);
}

clang::DiagnosticBuilder report_nothing(clang::DiagnosticsEngine& engine,
                                        clang::SourceLocation place) {
  return engine.Report(
      place, engine.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Ignored, ""));
}

void note(clang::DiagnosticsEngine& engine, clang::SourceLocation place, const std::string& text) {
  engine.Report(place, engine.getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Note, "%0"))
      << text;
}

}  // namespace milliamp::language
