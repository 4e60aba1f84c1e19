// A pass for GCC, which tells of fewer accesses than programs make: `points[i] = middle(a, b)`
// writes an element without a call of __tsan_write8, and `length(points[i])` reads one without a
// call of __tsan_read8, where what is returned or passed is a structure. So before GCC instruments
// a function, this pass parts calls from memory: structures go through variables of their own, and
// the assignments from and to these are instrumented as all are.

#include "gcc_passes.h"

namespace milliamp::instrument {

namespace {

/// Whether an operand of a call is a structure in memory that others may know the address of.
/// Objects that cannot be copied bit by bit are passed by reference, and no operands themselves.
bool is_shared_structure(tree operand) {
  if (operand == NULL_TREE || is_gimple_reg(operand) || is_gimple_min_invariant(operand)) {
    return false;
  }
  tree type = TREE_TYPE(operand);
  tree base = get_base_address(operand);
  const bool is_own =
      base != NULL_TREE && DECL_P(base) && !is_global_var(base) && !may_be_aliased(base);
  return AGGREGATE_TYPE_P(type) && !TREE_ADDRESSABLE(type) && TYPE_SIZE(type) != NULL_TREE &&
         TREE_CODE(TYPE_SIZE(type)) == INTEGER_CST && !is_own;
}

gimple* assignment(tree to, tree from, gimple* at) {
  gimple* const made = gimple_build_assign(to, from);
  gimple_set_location(made, gimple_location(at));
  return made;
}

/// Parts the calls of a function. All calls share the variables: they are needed around one only.
class call_operands {
 public:
  void part(gcall* call, gimple_stmt_iterator& at) {
    part_arguments(call, at);
    part_result(call, at);
  }

 private:
  static constexpr int result_number = -1;

  void part_arguments(gcall* call, gimple_stmt_iterator& at) {
    for (unsigned i = 0; i < gimple_call_num_args(call); ++i) {
      tree argument = gimple_call_arg(call, i);
      if (!is_shared_structure(argument)) continue;
      tree copy = variable_for(argument, static_cast<int>(i));
      gsi_insert_before(&at, assignment(copy, argument, call), GSI_SAME_STMT);
      gimple_call_set_arg(call, i, copy);
      update_stmt(call);
    }
  }

  void part_result(gcall* call, gimple_stmt_iterator& at) {
    tree result = gimple_call_lhs(call);
    if (!is_shared_structure(result)) return;
    tree copy = variable_for(result, result_number);
    TREE_ADDRESSABLE(copy) = 1;  // the function may be given its address
    gimple_call_set_lhs(call, copy);
    update_stmt(call);
    gimple* const store = assignment(result, copy, call);
    if (!stmt_ends_bb_p(call)) {
      gsi_insert_after(&at, store, GSI_NEW_STMT);
    } else if (edge next = find_fallthru_edge(gimple_bb(call)->succs)) {  // if nothing is thrown
      gsi_insert_on_edge(next, store);
    }
  }

  /// @param number of the argument
  tree variable_for(tree operand, int number) {
    tree type = TYPE_MAIN_VARIANT(TREE_TYPE(operand));
    const auto [known, is_new] = variables_.try_emplace(std::pair(type, number), NULL_TREE);
    if (is_new) known->second = create_tmp_var(type, "milliamp");
    return known->second;
  }

  std::map<std::pair<tree, int>, tree> variables_;
};

constexpr pass_data description = description_of("milliamp_call_operands");

class part_call_operands : public instrumentation_pass {
 public:
  part_call_operands(gcc::context* context, bool optimizes)
      : instrumentation_pass(description, context, optimizes) {}

  opt_pass* clone() override { return new part_call_operands(m_ctxt, optimizes_); }

  /// With -fnon-call-exceptions the assignments would be places that throw, and would have to have
  /// their handlers.
  bool gate(function* f) override {
    return instrumentation_pass::gate(f) && !f->can_throw_non_call_exceptions;
  }

  unsigned int execute(function* f) override {
    call_operands operands;
    basic_block block;
    FOR_EACH_BB_FN(block, f) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gcall* const call = dyn_cast<gcall*>(gsi_stmt(at));
        if (call != nullptr && !gimple_call_internal_p(call)) operands.part(call, at);
      }
    }
    gsi_commit_edge_inserts();
    mark_virtual_operands_for_renaming(f);
    return 0;
  }
};

}  // namespace

gimple_opt_pass* make_call_operands_pass(gcc::context* context, bool optimizes) {
  return new part_call_operands(context, optimizes);
}

}  // namespace milliamp::instrument
