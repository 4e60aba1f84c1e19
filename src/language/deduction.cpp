#include "deduction.h"

#include "body_rules.h"
#include "function_rules.h"
#include "reporting.h"
#include "restrictions.h"

#include <llvm/ADT/DenseMap.h>

namespace milliamp::language {

namespace {

/// What keeps functions that have been deduced from having both restrictions.
llvm::DenseMap<const clang::FunctionDecl*, clang::SourceLocation>& obstacles() {
  static llvm::DenseMap<const clang::FunctionDecl*, clang::SourceLocation> all;
  return all;
}

/// Where the function first breaks a rule if it has certain restrictions.
clang::SourceLocation fault_as(clang::Sema& sema, const library_headers& headers,
                               clang::FunctionDecl& function, restrictions assumed) {
  const trial attempt;
  const assumption inside(function, assumed);
  if (assumed.amp) check_declarator(sema, headers, function);
  call_graph calls;
  check_body_as(sema, headers, calls, function, assumed);
  return attempt.fault();
}

}  // namespace

void deduce(clang::Sema& sema, const library_headers& headers, clang::FunctionDecl& function,
            clang::SourceLocation location) {
  if (!has_deduced_restrictions(function) || has_specifiers(function)) return;
  if (!function.isDefined() && function.isTemplateInstantiation()) {
    sema.InstantiateFunctionDefinition(location, &function);
  }
  if (function.getBody() == nullptr) return;
  // A function that is being deduced is asked for again where it calls itself; it counts as CPU
  // code there, as recursion is not amp code.
  static llvm::SmallPtrSet<const clang::FunctionDecl*, 8> begun;
  if (!begun.insert(&function).second) return;
  const clang::SourceLocation in_amp = fault_as(sema, headers, function, {false, true});
  const clang::SourceLocation on_cpu = fault_as(sema, headers, function, {true, false});
  finish_deduction(function, {on_cpu.isInvalid(), in_amp.isInvalid()});
  const clang::SourceLocation obstacle = restrictions_of(function).amp ? on_cpu : in_amp;
  if (obstacle.isValid()) obstacles()[&function] = obstacle;
}

clang::SourceLocation obstacle_of(const clang::FunctionDecl& function) {
  return obstacles().lookup(&function);
}

}  // namespace milliamp::language
