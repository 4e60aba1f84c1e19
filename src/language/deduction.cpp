#include "deduction.h"

#include "body_rules.h"
#include "function_rules.h"
#include "reporting.h"
#include "restrictions.h"

#include <llvm/ADT/DenseMap.h>

namespace milliamp::language {

namespace {

/// What keeps functions that have been deduced from being amp code.
llvm::DenseMap<const clang::FunctionDecl*, clang::SourceLocation>& obstacles() {
  static llvm::DenseMap<const clang::FunctionDecl*, clang::SourceLocation> all;
  return all;
}

}  // namespace

void deduce(clang::Sema& sema, const library_headers& headers, clang::FunctionDecl& function,
            clang::SourceLocation place) {
  if (!has_deduced_restrictions(function) || has_specifiers(function)) return;
  if (!function.isDefined() && function.isTemplateInstantiation()) {
    sema.InstantiateFunctionDefinition(place, &function);
  }
  if (function.getBody() == nullptr) return;
  // A function that calls itself is not amp code, so it need not be asked again.
  static llvm::SmallPtrSet<const clang::FunctionDecl*, 8> begun;
  if (!begun.insert(&function).second) return;
  const trial attempt;
  check_declarator(sema, headers, function);
  call_graph calls;
  check_body_for_amp(sema, headers, calls, function);
  restrict(function, {true, attempt.fault().isInvalid()});
  if (attempt.fault().isValid()) obstacles()[&function] = attempt.fault();
}

clang::SourceLocation obstacle_of(const clang::FunctionDecl& function) {
  return obstacles().lookup(&function);
}

}  // namespace milliamp::language
