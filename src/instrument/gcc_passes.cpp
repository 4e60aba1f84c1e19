/// @file
/// What the passes for GCC share.

#include "gcc_passes.h"

#include "kernel_callers.h"

namespace milliamp::instrument {

namespace {

bool is_namespace(tree scope, const char* name) {
  return scope != NULL_TREE && TREE_CODE(scope) == NAMESPACE_DECL &&
         DECL_NAME(scope) != NULL_TREE && id_equal(DECL_NAME(scope), name);
}

}  // namespace

std::string_view called_builtin(gimple* statement) {
  tree called = is_gimple_call(statement) ? gimple_call_fndecl(statement) : NULL_TREE;
  // Not gimple_call_builtin_p(), which compares parameters too: GCC passes one to the exit
  // callback.
  if (called == NULL_TREE || !fndecl_built_in_p(called, BUILT_IN_NORMAL)) return "";
  return IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(called));
}

bool is_of_kernel(tree function) {
  tree caller = DECL_CONTEXT(function);
  if (caller == NULL_TREE || !TYPE_P(caller) || TYPE_IDENTIFIER(caller) == NULL_TREE) return false;
  tree scope = TYPE_CONTEXT(caller);
  if (!is_namespace(scope, "detail") || !is_namespace(DECL_CONTEXT(scope), "milliamp"))
    return false;
  const std::string_view name = IDENTIFIER_POINTER(TYPE_IDENTIFIER(caller));
  return std::any_of(std::begin(kernel_callers), std::end(kernel_callers),
                     [name](std::string_view c) {
                       return name == c || (name.substr(0, c.size()) == c && name[c.size()] == '<');
                     });
}

void run_unless_zero(gimple* statement, tree value, bool is_likely) {
  const location_t location = gimple_location(statement);
  gimple_stmt_iterator at = gsi_for_stmt(statement);
  basic_block then_block;
  basic_block rest;
  gimple_stmt_iterator condition =
      create_cond_insert_point(&at, /*before_p=*/true, /*then_more_likely_p=*/is_likely,
                               /*create_then_fallthru_edge=*/true, &then_block, &rest);
  tree zero = build_zero_cst(TREE_TYPE(value));
  gimple* const test = gimple_build_cond(NE_EXPR, value, zero, NULL_TREE, NULL_TREE);
  gimple_set_location(test, location);
  gsi_insert_after(&condition, test, GSI_NEW_STMT);

  gimple_stmt_iterator from = gsi_for_stmt(statement);
  gsi_remove(&from, false);
  gimple_stmt_iterator to = gsi_start_bb(then_block);
  gsi_insert_after(&to, statement, GSI_NEW_STMT);
}

}  // namespace milliamp::instrument
