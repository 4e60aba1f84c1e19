/// @file
/// A callback for GCC that redirects calls to the library's wrappers: it changes the symbols of
/// functions that other objects define, before the first function of the unit is written. A program
/// may define its own operator new. clang_redirect_calls.cpp does the same for Clang.

#include "gcc_passes.h"
#include "wrapped_functions.h"

namespace milliamp::instrument {

namespace {

void redirect(cgraph_node* called) {
  const char* name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(called->decl));
  if (*name == '*') ++name;  // taken literally, without a prefix of the target's
  if (!is_wrapped_function(name)) return;
  // Only the symbol in the code. By the declaration's name, GCC pairs operators new and delete.
  rtx symbol = XEXP(DECL_RTL(called->decl), 0);
  XSTR(symbol, 0) = ggc_strdup(wrapper_of(name).c_str());
}

}  // namespace

void redirect_calls(void*, void*) {
  if ((flag_sanitize & SANITIZE_THREAD) == 0) return;
  cgraph_node* function;
  FOR_EACH_FUNCTION(function) {
    const bool is_defined_here = function->definition && !DECL_EXTERNAL(function->decl);
    if (!is_defined_here) redirect(function);
  }
}

}  // namespace milliamp::instrument
