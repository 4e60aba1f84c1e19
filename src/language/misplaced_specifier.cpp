#include "misplaced_specifier.h"

#include <clang/Basic/CharInfo.h>
#include <clang/Basic/DiagnosticParse.h>
#include <clang/Basic/DiagnosticSema.h>

#include <utility>
#include <vector>

namespace milliamp::language {

namespace {

std::vector<misplaced_specifier>& misplaced_specifiers() {
  static std::vector<misplaced_specifier> all;
  return all;
}

/// Whether an error of the compiler is about the declaration before a specifier, which it takes to
/// be complete.
bool is_of_declaration(unsigned id) {
  switch (id) {
    case clang::diag::err_forward_ref_enum:
    case clang::diag::err_reference_var_requires_init:
    case clang::diag::ext_elaborated_enum_class:
      return true;
    default:
      return false;
  }
}

/// Whether there are only words between two locations.
bool are_words(const clang::SourceManager& sources, clang::SourceLocation begin,
               clang::SourceLocation end) {
  const auto [file, offset] = sources.getDecomposedLoc(begin);
  const auto [end_file, end_offset] = sources.getDecomposedLoc(end);
  if (file != end_file || end_offset < offset) return false;
  return llvm::all_of(sources.getBufferData(file).slice(offset, end_offset), [](char c) {
    return clang::isAsciiIdentifierContinue(c) || clang::isWhitespace(c) || c == ':';
  });
}

}  // namespace

void explain_errors_at(misplaced_specifier specifier) {
  misplaced_specifiers().push_back(std::move(specifier));
}

const misplaced_specifier* find_misplaced_specifier(const clang::Diagnostic& error) {
  if (!error.hasSourceManager() || error.getLocation().isInvalid()) return nullptr;
  // The error may be in what the macro stands for.
  const clang::SourceManager& sources = error.getSourceManager();
  const clang::SourceLocation location = sources.getExpansionLoc(error.getLocation());
  for (const misplaced_specifier& specifier : misplaced_specifiers()) {
    if (location == specifier.at || location == specifier.after) return &specifier;
    if (is_of_declaration(error.getID()) && are_words(sources, location, specifier.at)) {
      return &specifier;
    }
  }
  return nullptr;
}

}  // namespace milliamp::language
