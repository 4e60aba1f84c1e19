/// @file
/// A pass for GCC, which does not instrument all accesses: where a call returns or passes a
/// structure by value, `points[i] = middle(a, b)` writes an element without a call of
/// __tsan_write8, and `length(points[i])` reads one without a call of __tsan_read8. Before GCC
/// instruments a function, this pass splits such calls: the structure goes through a temporary
/// variable, and GCC instruments the assignment to or from it. For local arrays,
/// gcc_guard_arrays.cpp guards that assignment.

#include "gcc_passes.h"

namespace milliamp::instrument {

namespace {

/// Whether an operand of a call is a structure in memory. Objects that are not trivially copyable
/// are passed by reference and are not operands themselves.
bool is_structure(tree operand) {
  if (operand == NULL_TREE || is_gimple_reg(operand) || is_gimple_min_invariant(operand)) {
    return false;
  }
  tree type = TREE_TYPE(operand);
  return AGGREGATE_TYPE_P(type) && !TREE_ADDRESSABLE(type) && TYPE_SIZE(type) != NULL_TREE &&
         TREE_CODE(TYPE_SIZE(type)) == INTEGER_CST;
}

bool may_have_escaped(tree operand) {
  tree base = get_base_address(operand);
  const bool is_private =
      base != NULL_TREE && DECL_P(base) && !is_global_var(base) && !may_be_aliased(base);
  return !is_private;
}

gimple* assignment(tree to, tree from, gimple* at) {
  gimple* const statement = gimple_build_assign(to, from);
  gimple_set_location(statement, gimple_location(at));
  return statement;
}

/// Splits the calls of a function. All calls share the temporary variables, because each is live
/// around one call only.
class call_splitter {
 public:
  explicit call_splitter(split_calls which) : which_(which) {}

  void split(gcall* call, gimple_stmt_iterator& at) {
    split_arguments(call, at);
    split_result(call, at);
  }

 private:
  static constexpr int result_number = -1;

  bool must_split(tree operand) const {
    return is_structure(operand) && (may_leave_local_array(operand) ||
                                     (which_ == split_calls::all && may_have_escaped(operand)));
  }

  void split_arguments(gcall* call, gimple_stmt_iterator& at) {
    for (unsigned i = 0; i < gimple_call_num_args(call); ++i) {
      tree argument = gimple_call_arg(call, i);
      if (!must_split(argument)) continue;
      tree copy = variable_for(argument, static_cast<int>(i));
      gsi_insert_before(&at, assignment(copy, argument, call), GSI_SAME_STMT);
      gimple_call_set_arg(call, i, copy);
      update_stmt(call);
    }
  }

  void split_result(gcall* call, gimple_stmt_iterator& at) {
    tree result = gimple_call_lhs(call);
    if (!must_split(result)) return;
    tree copy = variable_for(result, result_number);
    TREE_ADDRESSABLE(copy) = 1;  // the callee may receive its address
    gimple_call_set_lhs(call, copy);
    update_stmt(call);
    gimple* const store = assignment(result, copy, call);
    if (!stmt_ends_bb_p(call)) {
      gsi_insert_after(&at, store, GSI_NEW_STMT);
    } else if (edge next = find_fallthru_edge(gimple_bb(call)->succs)) {  // unless the call throws
      gsi_insert_on_edge(next, store);
    }
  }

  /// @param number the number of the argument, or result_number
  tree variable_for(tree operand, int number) {
    tree type = TYPE_MAIN_VARIANT(TREE_TYPE(operand));
    const auto [known, is_new] = variables_.try_emplace(std::pair(type, number), NULL_TREE);
    if (is_new) known->second = create_tmp_var(type, "milliamp");
    return known->second;
  }

  const split_calls which_;
  std::map<std::pair<tree, int>, tree> variables_;
};

class split_call_operands : public instrumentation_pass {
 public:
  split_call_operands(gcc::context* context, bool optimizes, split_calls which)
      : instrumentation_pass("milliamp_split_call_operands", context, optimizes), which_(which) {}

  opt_pass* clone() override { return new split_call_operands(m_ctxt, optimizes_, which_); }

  /// With -fnon-call-exceptions the assignments could throw, and would need exception handlers.
  bool gate(function* f) override {
    return instrumentation_pass::gate(f) && !f->can_throw_non_call_exceptions;
  }

  unsigned int execute(function* f) override {
    call_splitter splitter(which_);
    basic_block block;
    FOR_EACH_BB_FN(block, f) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gcall* const call = dyn_cast<gcall*>(gsi_stmt(at));
        if (call != nullptr && !gimple_call_internal_p(call)) splitter.split(call, at);
      }
    }
    gsi_commit_edge_inserts();
    mark_virtual_operands_for_renaming(f);
    return 0;
  }

 private:
  const split_calls which_;
};

}  // namespace

gimple_opt_pass* make_split_call_operands_pass(gcc::context* context, bool optimizes,
                                               split_calls which) {
  return new split_call_operands(context, optimizes, which);
}

}  // namespace milliamp::instrument
