/// @file
/// A pass for GCC, after the function has been instrumented, that calls one callback before a loop
/// of a kernel in place of one for each value that the loop reads. clang_hoist_callbacks.cpp does
/// the same for Clang, and has an example.

#include "gcc_passes.h"
#include "hoisted_callbacks.h"

#include <vector>

namespace milliamp::instrument {

namespace {

/// A callback, and the addresses that it gets in a loop.
struct hoistable_read {
  gcall* callback;
  affine_iv address;
};

/// A check of an array index: the first and the last index that it gets in a loop are at most the
/// bound. All others are between them then.
struct bounds_check {
  affine_iv index;
  tree bound;
};

/// A loop with callbacks that can be hoisted. Each is called in each iteration.
class hoistable_loop {
 public:
  explicit hoistable_loop(class loop* loop) : loop_(loop) {}

  /// @return whether any callback can be hoisted
  bool read() {
    basic_block latch = loop_->latch;
    if (latch == nullptr || single_exit(loop_) == nullptr || !loop_preheader_edge(loop_))
      return false;
    last_iteration_ = number_of_latch_executions(loop_);
    if (!is_known_before(last_iteration_)) return false;
    basic_block* const blocks = get_loop_body(loop_);
    const bool can_hoist = std::all_of(blocks, blocks + loop_->num_nodes,
                                       [this](basic_block block) { return read(block); });
    free(blocks);
    return can_hoist && !reads_.empty();
  }

  /// Inserts the calls before the loop.
  void hoist() {
    gimple_seq before = nullptr;
    tree count =
        fold_build2(PLUS_EXPR, size_type_node, last_iteration(), build_one_cst(size_type_node));
    // After an index out of bounds, the next access is taken for the faulty one: none is hoisted.
    if (tree in_bounds = all_in_bounds(); in_bounds != NULL_TREE) {
      count =
          fold_build2(MULT_EXPR, size_type_node, count, fold_convert(size_type_node, in_bounds));
    }
    count = compute(count, before);
    for (const hoistable_read& read : reads_)
      call_sites_.push_back(insert_call(read, count, before));
    gsi_insert_seq_on_edge_immediate(loop_preheader_edge(loop_), before);
  }

  /// Makes the callbacks conditional. This changes the control flow, so all loops are hoisted
  /// before.
  void make_conditional() {
    for (std::size_t i = 0; i < reads_.size(); ++i) {
      gcall* const callback = reads_[i].callback;
      const std::string name = with_call_site(called_builtin(callback));
      tree type = build_function_type_list(void_type_node, ptr_type_node, ptr_type_node, NULL_TREE);
      gcall* const replacement = gimple_build_call(build_fn_decl(name.c_str(), type), 2,
                                                   gimple_call_arg(callback, 0), call_sites_[i]);
      gimple_set_location(replacement, gimple_location(callback));
      gimple_stmt_iterator at = gsi_for_stmt(callback);
      gsi_replace(&at, replacement, false);
      run_unless_zero(replacement, call_sites_[i], /*is_likely=*/false);
    }
  }

 private:
  /// @return whether callbacks can be hoisted past the statements of the block
  bool read(basic_block block) {
    for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
      if (!read(gsi_stmt(at))) return false;
    }
    return true;
  }

  bool read(gimple* statement) {
    if (gimple_code(statement) == GIMPLE_ASM) return false;
    auto* const call = dyn_cast<gcall*>(statement);
    if (call == nullptr) return true;
    if (gimple_call_internal_p(call, IFN_UBSAN_BOUNDS)) return read_check(call);
    const std::string_view callback = called_builtin(call);
    if (read_size(callback) != 0) add_read(call);
    return is_access_callback(callback) ||
           ((gimple_call_flags(call) & ECF_CONST) != 0 && !stmt_could_throw_p(cfun, call));
  }

  void add_read(gcall* callback) {
    affine_iv address;
    if (runs_in_each_iteration(callback) &&
        simple_iv(loop_, loop_, gimple_call_arg(callback, 0), &address, false)) {
      reads_.push_back({callback, address});
    }
  }

  /// Accepts constant bounds, and small steps: the last index is then computed without overflow.
  bool read_check(gcall* check) {
    tree bound = gimple_call_arg(check, 2);
    affine_iv index;
    if (!tree_fits_uhwi_p(bound) || tree_to_uhwi(bound) > INT32_MAX ||
        !runs_in_each_iteration(check) ||
        !simple_iv(loop_, loop_, gimple_call_arg(check, 1), &index, false) ||
        !tree_fits_shwi_p(index.step) || std::abs(tree_to_shwi(index.step)) > INT16_MAX) {
      return false;
    }
    checks_.push_back({index, fold_convert(size_type_node, bound)});
    return true;
  }

  bool runs_in_each_iteration(gimple* statement) const {
    return dominated_by_p(CDI_DOMINATORS, loop_->latch, gimple_bb(statement)) &&
           // A loop that ends elsewhere runs its first part once more than its latch.
           dominated_by_p(CDI_DOMINATORS, single_exit(loop_)->src, gimple_bb(statement));
  }

  bool is_known_before(tree value) const {
    return value != NULL_TREE && value != chrec_dont_know && !chrec_contains_undetermined(value) &&
           expr_invariant_in_loop_p(loop_, value);
  }

  /// The number of the last iteration, from 0.
  tree last_iteration() const {
    return fold_convert(size_type_node, unshare_expr(last_iteration_));
  }

  /// An expression that is 0 if an index may be out of bounds; null: there are no checks.
  tree all_in_bounds() const {
    tree all = NULL_TREE;
    const auto add = [&all](tree value, tree bound) {
      tree is_inside = fold_build2(LE_EXPR, boolean_type_node, value, bound);
      all = all == NULL_TREE ? is_inside
                             : fold_build2(BIT_AND_EXPR, boolean_type_node, all, is_inside);
    };
    for (const bounds_check& check : checks_) {
      tree first = fold_convert(size_type_node, unshare_expr(check.index.base));
      add(first, check.bound);
      if (integer_zerop(check.index.step)) continue;
      add(last_iteration(), check.bound);
      tree step = fold_convert(size_type_node, fold_convert(ptrdiff_type_node, check.index.step));
      tree way = fold_build2(MULT_EXPR, size_type_node, step, last_iteration());
      add(fold_build2(PLUS_EXPR, size_type_node, first, way), check.bound);
    }
    return all;
  }

  /// Appends the computation of a value.
  static tree compute(tree value, gimple_seq& statements) {
    gimple_seq computation = nullptr;
    tree result = force_gimple_operand(value, &computation, true, NULL_TREE);
    gimple_seq_add_seq(&statements, computation);
    return result;
  }

  /// @return the call site, null where the callback in the loop is not called
  tree insert_call(const hoistable_read& read, tree count, gimple_seq& before) {
    tree type = build_function_type_list(ptr_type_node, ptr_type_node, ptrdiff_type_node,
                                         size_type_node, size_type_node, NULL_TREE);
    tree function = build_fn_decl(hoisted_reads_callback, type);
    tree size = build_int_cst(size_type_node, read_size(called_builtin(read.callback)));
    tree stride = fold_convert(ptrdiff_type_node, unshare_expr(read.address.step));
    gcall* const call = gimple_build_call(
        function, 4, compute(fold_convert(ptr_type_node, unshare_expr(read.address.base)), before),
        compute(stride, before), count, size);
    tree call_site = make_ssa_name(ptr_type_node);
    gimple_call_set_lhs(call, call_site);
    gimple_set_location(call, gimple_location(read.callback));
    gimple_seq_add_stmt(&before, call);
    return call_site;
  }

  class loop* loop_;
  tree last_iteration_ = NULL_TREE;
  std::vector<bounds_check> checks_;
  std::vector<hoistable_read> reads_;
  std::vector<tree> call_sites_;
};

std::vector<class loop*> innermost_loops(function* f) {
  std::vector<class loop*> found;
#ifdef FOR_EACH_LOOP_FN  // GCC 11
  class loop* l = nullptr;
  FOR_EACH_LOOP_FN(f, l, LI_ONLY_INNERMOST) found.push_back(l);
#else
  for (class loop* l : loops_list(f, LI_ONLY_INNERMOST)) found.push_back(l);
#endif
  return found;
}

class hoist_reads : public instrumentation_pass {
 public:
  explicit hoist_reads(gcc::context* context)
      : instrumentation_pass("milliamp_hoist_reads", context, true) {}

  opt_pass* clone() override { return new hoist_reads(m_ctxt); }

  bool gate(function* f) override { return instrumentation_pass::gate(f) && is_of_kernel(f->decl); }

  unsigned int execute(function* f) override {
    loop_optimizer_init(LOOPS_NORMAL | LOOPS_HAVE_RECORDED_EXITS);
    scev_initialize();
    calculate_dominance_info(CDI_DOMINATORS);
    std::vector<hoistable_loop> loops;
    for (class loop* const loop : innermost_loops(f)) {
      hoistable_loop hoistable(loop);
      if (hoistable.read()) loops.push_back(std::move(hoistable));
    }
    for (hoistable_loop& loop : loops) loop.hoist();
    scev_finalize();
    loop_optimizer_finalize();
    for (hoistable_loop& loop : loops) loop.make_conditional();
    mark_virtual_operands_for_renaming(f);
    return 0;
  }
};

}  // namespace

gimple_opt_pass* make_hoist_reads_pass(gcc::context* context) { return new hoist_reads(context); }

}  // namespace milliamp::instrument
