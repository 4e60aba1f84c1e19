// A pass for GCC, after it has instrumented a function: tells of accesses only while anybody
// listens (see check/listener.h), `if (__milliamp_listeners != 0) __tsan_read4(&x)`. Else code of
// the host would spend most of its time in calls that end at once. Kernels are left alone: what
// they do is nearly always listened to. (clang_guards.cpp is its twin.)

#include "gcc_passes.h"
#include "kernel_callers.h"

namespace milliamp::instrument {

namespace {

/// Whether a call tells of something that only listeners want to know.
bool is_note(gimple* statement) {
  tree called = is_gimple_call(statement) ? gimple_call_fndecl(statement) : NULL_TREE;
  // gimple_call_builtin_p() would compare the parameters, too; but GCC calls the exit with one.
  if (called == NULL_TREE || !fndecl_built_in_p(called, BUILT_IN_NORMAL)) return false;
  switch (DECL_FUNCTION_CODE(called)) {
    case BUILT_IN_TSAN_FUNC_ENTRY:
    case BUILT_IN_TSAN_FUNC_EXIT:
    case BUILT_IN_TSAN_VPTR_UPDATE:
    case BUILT_IN_TSAN_READ1:
    case BUILT_IN_TSAN_READ2:
    case BUILT_IN_TSAN_READ4:
    case BUILT_IN_TSAN_READ8:
    case BUILT_IN_TSAN_READ16:
    case BUILT_IN_TSAN_WRITE1:
    case BUILT_IN_TSAN_WRITE2:
    case BUILT_IN_TSAN_WRITE4:
    case BUILT_IN_TSAN_WRITE8:
    case BUILT_IN_TSAN_WRITE16:
    case BUILT_IN_TSAN_READ_RANGE:
    case BUILT_IN_TSAN_WRITE_RANGE:
      return true;
    default:
      return false;
  }
}

tree count_of_listeners = NULL_TREE;

/// So that GCC's collector keeps it.
const ggc_root_tab roots[] = {
    {&count_of_listeners, 1, sizeof count_of_listeners, &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
    LAST_GGC_ROOT_TAB};

tree listeners() {
  tree& count = count_of_listeners;
  if (count == NULL_TREE) {
    count = build_decl(UNKNOWN_LOCATION, VAR_DECL, get_identifier("__milliamp_listeners"),
                       integer_type_node);
    TREE_PUBLIC(count) = 1;
    TREE_STATIC(count) = 1;
    DECL_EXTERNAL(count) = 1;
    DECL_ARTIFICIAL(count) = 1;
    TREE_THIS_VOLATILE(count) = 1;  // it may change at any time
  }
  return count;
}

void guard(gimple_stmt_iterator at) {
  gimple* const call = gsi_stmt(at);
  const location_t place = gimple_location(call);
  tree count = make_ssa_name(integer_type_node);
  gimple* const load = gimple_build_assign(count, listeners());
  gimple_set_location(load, place);
  gsi_insert_before(&at, load, GSI_SAME_STMT);

  basic_block then_block;
  basic_block rest;
  gimple_stmt_iterator condition =
      create_cond_insert_point(&at, /*before_p=*/true, /*then_more_likely_p=*/false,
                               /*create_then_fallthru_edge=*/true, &then_block, &rest);
  gimple* const test = gimple_build_cond(NE_EXPR, count, integer_zero_node, NULL_TREE, NULL_TREE);
  gimple_set_location(test, place);
  gsi_insert_after(&condition, test, GSI_NEW_STMT);

  gimple_stmt_iterator from = gsi_for_stmt(call);
  gsi_remove(&from, false);
  gimple_stmt_iterator to = gsi_start_bb(then_block);
  gsi_insert_after(&to, call, GSI_NEW_STMT);
}

/// Whether a function holds the body of a kernel.
bool is_of_kernel(tree function) {
  tree caller = DECL_CONTEXT(function);
  if (caller == NULL_TREE || !TYPE_P(caller) || TYPE_IDENTIFIER(caller) == NULL_TREE) return false;
  const std::string_view name = IDENTIFIER_POINTER(TYPE_IDENTIFIER(caller));
  return std::any_of(std::begin(kernel_callers), std::end(kernel_callers),
                     [name](std::string_view c) {
                       return name == c || (name.substr(0, c.size()) == c && name[c.size()] == '<');
                     });
}

constexpr pass_data description = description_of("milliamp_guards");

class guards : public instrumentation_pass {
 public:
  guards(gcc::context* context, bool optimizes)
      : instrumentation_pass(description, context, optimizes) {}

  opt_pass* clone() override { return new guards(m_ctxt, optimizes_); }

  bool gate(function* f) override {
    return instrumentation_pass::gate(f) && !is_of_kernel(f->decl);
  }

  unsigned int execute(function* f) override {
    auto_vec<gimple*> notes;
    basic_block block;
    FOR_EACH_BB_FN(block, f) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        if (is_note(gsi_stmt(at))) notes.safe_push(gsi_stmt(at));
      }
    }
    // The last one first: what follows a note moves to a new block, which then is short.
    while (!notes.is_empty()) guard(gsi_for_stmt(notes.pop()));
    mark_virtual_operands_for_renaming(f);
    return 0;
  }
};

}  // namespace

void register_roots(const char* plugin) {
  register_callback(plugin, PLUGIN_REGISTER_GGC_ROOTS, nullptr, const_cast<ggc_root_tab*>(roots));
}

gimple_opt_pass* make_guards_pass(gcc::context* context, bool optimizes) {
  return new guards(context, optimizes);
}

}  // namespace milliamp::instrument
