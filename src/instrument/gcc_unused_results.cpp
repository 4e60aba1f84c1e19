/// @file
/// A pass for GCC, after ThreadSanitizer's, that marks atomic operations whose result the program
/// does not use (see intercept/unused_result.h). clang_unused_results.cpp does the same for Clang.

#include "../intercept/unused_result.h"
#include "gcc_passes.h"

namespace milliamp::instrument {

namespace {

using namespace detail::intercept;

class mark_unused_results : public instrumentation_pass {
 public:
  mark_unused_results(gcc::context* context, bool optimizes)
      : instrumentation_pass("milliamp_mark_unused_results", context, optimizes) {}

  opt_pass* clone() override { return new mark_unused_results(m_ctxt, optimizes_); }

  unsigned int execute(function* f) override {
    basic_block block;
    FOR_EACH_BB_FN(block, f) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gcall* const call = dyn_cast<gcall*>(gsi_stmt(at));
        if (call != nullptr && is_unused(call)) mark(call);
      }
    }
    return 0;
  }

 private:
  static bool is_unused(gcall* call) {
    tree result = gimple_call_lhs(call);
    if (result != NULL_TREE && !is_unused(result)) return false;
    tree called = gimple_call_fndecl(call);
    return called != NULL_TREE &&
           is_commutative_operation(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(called)));
  }

  /// Whether a value is only copied. Without optimization, the inlined functions of
  /// <milliamp/atomics.h> pass a result on.
  static bool is_unused(tree value) {
    if (TREE_CODE(value) != SSA_NAME) return false;
    imm_use_iterator at;
    use_operand_p use;
    FOR_EACH_IMM_USE_FAST(use, at, value) {
      gimple* const user = USE_STMT(use);
      if (is_gimple_debug(user)) continue;
      const bool is_copy = gimple_assign_single_p(user) || gimple_assign_cast_p(user);
      if (!is_copy || !is_unused(gimple_assign_lhs(user))) return false;
    }
    return true;
  }

  static void mark(gcall* call) {
    tree order = gimple_call_arg(call, order_argument);
    if (TREE_CODE(order) != INTEGER_CST) return;
    const auto marked = static_cast<unsigned>(TREE_INT_CST_LOW(order)) | unused_result;
    gimple_call_set_arg(call, order_argument, build_int_cst(TREE_TYPE(order), marked));
    update_stmt(call);
  }
};

}  // namespace

gimple_opt_pass* make_mark_unused_results_pass(gcc::context* context, bool optimizes) {
  return new mark_unused_results(context, optimizes);
}

}  // namespace milliamp::instrument
