/// @file
/// The list in a restriction specifier, as `cpu, amp` (spec 2.1).
#pragma once

#include "skipped_tokens.h"

#include <clang/Lex/Preprocessor.h>

namespace milliamp::language {

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

/// Takes the tokens of the list, which end the pragma.
tokens read_list(clang::Preprocessor& preprocessor);

/// Whether what is in parentheses can only be meant for a specifier.
bool names_restrictions(const tokens& list);

/// Adds the restrictions of one specifier, and reports what is none. After an error, adds all if
/// there are none, so that what follows causes no other error.
void read_or_assume(clang::Preprocessor& preprocessor, clang::SourceLocation location,
                    const tokens& list, specifier& named);

}  // namespace milliamp::language
