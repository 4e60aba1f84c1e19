/// @file
/// A pass for GCC, before ThreadSanitizer's, that makes accesses to local arrays harmless where the
/// index is out of bounds. -fsanitize=bounds reports the index, and then the program continues:
///
///     int counts[8];
///     counts[bin] += 1;  // bin is 8: would change another variable of the function
///
/// The library undoes accesses that ThreadSanitizer instruments, but those to local variables are
/// not instrumented, or look like other accesses to the stack. So this pass guards them:
///
///     if (bin < 8) loaded = counts[bin]; else loaded = 0;
///     if (bin < 8) counts[bin] = loaded + 1;
///
/// Indices that are known to be within bounds need no guard.
///
/// The pass runs as early as GCC has converted a function to SSA form: GCC uses a stored value
/// where the program reads the element again, and replaces copies of structures by copies of
/// members with computed addresses. And it runs just before ThreadSanitizer's, where functions have
/// been inlined into those with the array.
///
/// An array that a pointer or a reference leads to may be local to a caller. Its accesses are
/// guarded last, because the callbacks of guarded ones cannot be hoisted out of loops. Those with
/// constant indices out of bounds are never performed, so the early pass removes them, and GCC does
/// not give its warning of them (-Warray-bounds).

#include "gcc_passes.h"

namespace milliamp::instrument {

namespace {

struct array_index {
  tree value;
  tree greatest;  ///< that is within bounds
};

using array_indices = std::vector<array_index>;

enum class arrays { local, by_pointer };

/// Whether a variable is local to a function. GCC makes constant local arrays static variables.
bool is_local(tree variable) {
  return DECL_P(variable) && (!is_global_var(variable) || TREE_READONLY(variable));
}

/// Whether host programs index an array beyond its declared length: a flexible array member.
bool may_be_longer(tree array, tree greatest) {
  return TREE_CODE(array) == COMPONENT_REF && compare_tree_int(greatest, 1) < 0;
}

/// What a pointer of a function points to, if the access by it stays there; else null. A reference
/// to an element is such a pointer, also that which an assignment operator receives.
tree pointed_to(tree access) {
  if (TREE_CODE(access) != MEM_REF || TREE_CODE(TREE_OPERAND(access, 0)) != SSA_NAME) {
    return NULL_TREE;
  }
  gimple* origin = SSA_NAME_DEF_STMT(TREE_OPERAND(access, 0));
  while (gimple_assign_ssa_name_copy_p(origin)) {
    origin = SSA_NAME_DEF_STMT(gimple_assign_rhs1(origin));
  }
  if (!gimple_assign_single_p(origin) || gimple_assign_rhs_code(origin) != ADDR_EXPR) {
    return NULL_TREE;
  }
  tree object = TREE_OPERAND(gimple_assign_rhs1(origin), 0);
  tree size = TYPE_SIZE_UNIT(TREE_TYPE(object));
  const auto offset = offset_int::from(wi::to_wide(TREE_OPERAND(access, 1)), SIGNED);
  const bool is_inside = size != NULL_TREE && TREE_CODE(size) == INTEGER_CST &&
                         wi::ges_p(offset, 0) && wi::lts_p(offset, wi::to_offset(size));
  return is_inside ? object : NULL_TREE;
}

/// The indices of a reference to a part of an array of a kind.
array_indices indices_of(tree reference, arrays kind) {
  array_indices found;
  for (tree next = reference; next != NULL_TREE; next = pointed_to(reference)) {
    for (reference = next; handled_component_p(reference); reference = TREE_OPERAND(reference, 0)) {
      if (TREE_CODE(reference) != ARRAY_REF) continue;
      tree greatest = array_ref_up_bound(reference);
      tree value = TREE_OPERAND(reference, 1);
      const bool has_length = greatest != NULL_TREE && TREE_CODE(greatest) == INTEGER_CST &&
                              integer_zerop(array_ref_low_bound(reference));
      if (!has_length || may_be_longer(TREE_OPERAND(reference, 0), greatest)) continue;
      if (TREE_CODE(value) == SSA_NAME && SSA_NAME_OCCURS_IN_ABNORMAL_PHI(value)) continue;
      found.push_back({value, greatest});
    }
  }
  if (found.empty()) return found;
  tree base = get_base_address(reference);
  const bool is_of_kind =
      base != NULL_TREE && (kind == arrays::local ? is_local(base) : TREE_CODE(base) == MEM_REF);
  if (!is_of_kind) found.clear();
  return found;
}

bool is_constant(const array_index& index) { return TREE_CODE(index.value) == INTEGER_CST; }

bool is_known_within(const array_index& index) {
  return is_constant(index) && tree_int_cst_sgn(index.value) >= 0 &&
         !tree_int_cst_lt(index.greatest, index.value);
}

bool is_known_outside(const array_index& index) {
  return is_constant(index) && !is_known_within(index);
}

/// Whether an index may be out of bounds where a statement uses it.
bool is_doubtful(const array_index& index, gimple* statement, range_query& ranges) {
  int_range_max range;
  if (!ranges.range_of_expr(range, index.value, statement)) return true;
  if (range.undefined_p()) return false;  // the statement is never executed
  const signop sign = TYPE_SIGN(range.type());
  return wi::lts_p(widest_int::from(range.lower_bound(), sign), 0) ||
         wi::gts_p(widest_int::from(range.upper_bound(), sign), wi::to_widest(index.greatest));
}

/// An assignment that reads or writes an element of a local array, or both.
struct element_assignment {
  gassign* statement;
  array_indices of_target;
  array_indices of_source;
};

/// Computes whether all indices are within bounds.
tree are_within_bounds(const array_indices& indices, location_t location, gimple_seq& code) {
  tree all = boolean_true_node;
  for (const array_index& index : indices) {
    // Negative indices become large ones.
    tree value = gimple_convert(&code, location, sizetype, index.value);
    tree greatest = fold_convert(sizetype, index.greatest);
    tree is_within = gimple_build(&code, location, LE_EXPR, boolean_type_node, value, greatest);
    all = gimple_build(&code, location, BIT_AND_EXPR, boolean_type_node, all, is_within);
  }
  return all;
}

/// Makes an assignment to a register conditional; otherwise the register is 0.
void load_unless_zero(gassign* load, tree value) {
  tree result = gimple_assign_lhs(load);
  tree loaded = make_ssa_name(TREE_TYPE(result), load);
  gimple_assign_set_lhs(load, loaded);
  run_unless_zero(load, value, /*is_likely=*/true);
  update_stmt(load);
  basic_block rest = single_succ(gimple_bb(load));
  gphi* const phi = create_phi_node(result, rest);
  edge from;
  edge_iterator at;
  FOR_EACH_EDGE(from, at, rest->preds) {
    tree merged = from->src == gimple_bb(load) ? loaded : build_zero_cst(TREE_TYPE(result));
    add_phi_arg(phi, merged, from, gimple_location(load));
  }
}

void guard_assignment(const element_assignment& a) {
  tree target = gimple_assign_lhs(a.statement);
  const location_t location = gimple_location(a.statement);
  gimple_seq code = nullptr;
  tree may_write = are_within_bounds(a.of_target, location, code);
  tree may_read = are_within_bounds(a.of_source, location, code);
  tree may_copy =
      gimple_build(&code, location, BIT_AND_EXPR, boolean_type_node, may_write, may_read);
  gimple* clearing = nullptr;
  tree must_clear = NULL_TREE;
  if (TREE_CODE(target) != SSA_NAME && !a.of_source.empty()) {  // copies a structure
    tree zeros = build_constructor(TREE_TYPE(target), nullptr);
    clearing = gimple_build_assign(unshare_expr(target), zeros);
    gimple_set_location(clearing, location);
    // Here a < b is: not a, and b.
    must_clear = gimple_build(&code, location, LT_EXPR, boolean_type_node, may_read, may_write);
  }
  gimple_stmt_iterator at = gsi_for_stmt(a.statement);
  gsi_insert_seq_before(&at, code, GSI_SAME_STMT);
  if (clearing != nullptr) {
    gsi_insert_before(&at, clearing, GSI_SAME_STMT);
    run_unless_zero(clearing, must_clear, /*is_likely=*/false);
  }
  if (TREE_CODE(target) == SSA_NAME) {
    load_unless_zero(a.statement, may_copy);
  } else {
    run_unless_zero(a.statement, may_copy, /*is_likely=*/true);
  }
}

class guard_arrays : public instrumentation_pass {
 public:
  guard_arrays(gcc::context* context, bool optimizes, guarded_accesses accesses)
      : instrumentation_pass("milliamp_guard_arrays", context, optimizes), accesses_(accesses) {}

  opt_pass* clone() override { return new guard_arrays(m_ctxt, optimizes_, accesses_); }

  /// With -fnon-call-exceptions an assignment could end its block.
  bool gate(function* f) override {
    return instrumentation_pass::gate(f) && !f->can_throw_non_call_exceptions &&
           sanitize_flags_p(SANITIZE_BOUNDS | SANITIZE_BOUNDS_STRICT);
  }

  unsigned int execute(function* f) override {
    std::vector<element_assignment> doubtful;
    gimple_ranger ranges;
    basic_block block;
    FOR_EACH_BB_FN(block, f) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gassign* const statement = dyn_cast<gassign*>(gsi_stmt(at));
        if (statement == nullptr || !gimple_assign_single_p(statement)) continue;
        if (gimple_clobber_p(statement)) continue;
        const auto indices = [&](tree reference) {
          return doubtful_indices_of(reference, statement, ranges);
        };
        element_assignment a = {statement, indices(gimple_assign_lhs(statement)),
                                indices(gimple_assign_rhs1(statement))};
        if (!a.of_target.empty() || !a.of_source.empty()) doubtful.push_back(std::move(a));
      }
    }
    // In reverse: each guard moves the statements after it to a new block, which is short then.
    std::for_each(doubtful.rbegin(), doubtful.rend(), guard_assignment);
    if (!doubtful.empty()) mark_virtual_operands_for_renaming(f);
    return 0;
  }

 private:
  array_indices doubtful_indices_of(tree reference, gimple* statement, range_query& ranges) const {
    array_indices doubtful;
    if (accesses_ != guarded_accesses::by_pointer) {
      for (const array_index& index : indices_of(reference, arrays::local)) {
        if (is_doubtful(index, statement, ranges)) doubtful.push_back(index);
      }
    }
    if (accesses_ != guarded_accesses::local) {
      for (const array_index& index : indices_of(reference, arrays::by_pointer)) {
        // The range of an index in a loop may follow from the bounds of the arrays there.
        const bool is_one = accesses_ == guarded_accesses::early ? is_known_outside(index)
                                                                 : !is_known_within(index);
        if (is_one) doubtful.push_back(index);
      }
    }
    return doubtful;
  }

  const guarded_accesses accesses_;
};

}  // namespace

bool may_leave_local_array(tree operand) {
  const array_indices indices = indices_of(operand, arrays::local);
  return std::any_of(indices.begin(), indices.end(),
                     [](const array_index& i) { return !is_known_within(i); });
}

gimple_opt_pass* make_guard_arrays_pass(gcc::context* context, bool optimizes,
                                        guarded_accesses accesses) {
  return new guard_arrays(context, optimizes, accesses);
}

}  // namespace milliamp::instrument
