/// @file
/// A pass for GCC, after the function has been instrumented, that guards calls of callbacks with a
/// test for listeners (see base/listener.h), `if (__milliamp_listeners != 0) __tsan_read4(&x)`.
/// Without it, host code would spend most of its time in callbacks that return at once. Kernels
/// stay unguarded: they nearly always have a listener. The functions that contain them lose the
/// callback at their entry, which the library does not need. They keep the one at their exit:
/// without it, the last function that a kernel calls would return to the kernel's caller. Accesses
/// to the counters of --coverage and -fprofile-generate, which all threads increment, are
/// never instrumented, as with Clang. clang_guard_callbacks.cpp does the same for Clang.

#include "gcc_passes.h"
#include "guarded_callbacks.h"

namespace milliamp::instrument {

namespace {

tree listeners_declaration = NULL_TREE;

/// Registered with GCC's garbage collector, so that it keeps the declaration.
const ggc_root_tab roots[] = {{&listeners_declaration, 1, sizeof listeners_declaration,
                               &gt_ggc_mx_tree_node, &gt_pch_nx_tree_node},
                              LAST_GGC_ROOT_TAB};

tree listeners() {
  tree& count = listeners_declaration;
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

void guard(gimple* call) {
  tree count = make_ssa_name(integer_type_node);
  gimple* const load = gimple_build_assign(count, listeners());
  gimple_set_location(load, gimple_location(call));
  gimple_stmt_iterator at = gsi_for_stmt(call);
  gsi_insert_before(&at, load, GSI_SAME_STMT);
  run_unless_zero(call, count, /*is_likely=*/false);
}

void erase(gimple* call) {
  unlink_stmt_vdef(call);
  gimple_stmt_iterator at = gsi_for_stmt(call);
  gsi_remove(&at, true);
}

/// Whether a statement is the callback for an access to a counter of --coverage.
bool is_of_counter(gimple* statement, std::string_view callback) {
  const bool is_access =
      callback.substr(0, 11) == "__tsan_read" || callback.substr(0, 12) == "__tsan_write";
  if (!is_access) return false;
  tree address = gimple_call_arg(statement, 0);
  if (TREE_CODE(address) != ADDR_EXPR) return false;
  tree variable = get_base_address(TREE_OPERAND(address, 0));
  if (variable == NULL_TREE || !VAR_P(variable) || DECL_NAME(variable) == NULL_TREE) return false;
  const std::string_view name = IDENTIFIER_POINTER(DECL_NAME(variable));
  return name.substr(0, 6) == "__gcov";
}

class guard_callbacks : public instrumentation_pass {
 public:
  guard_callbacks(gcc::context* context, bool optimizes)
      : instrumentation_pass("milliamp_guard_callbacks", context, optimizes) {}

  opt_pass* clone() override { return new guard_callbacks(m_ctxt, optimizes_); }

  unsigned int execute(function* f) override {
    const bool is_kernel = is_of_kernel(f->decl);
    const auto is_changed = [is_kernel](std::string_view callback) {
      return is_kernel ? callback == entry_callback : is_guarded_callback(callback);
    };
    auto_vec<gimple*> callbacks;
    auto_vec<gimple*> of_counters;
    basic_block block;
    FOR_EACH_BB_FN(block, f) {
      for (gimple_stmt_iterator at = gsi_start_bb(block); !gsi_end_p(at); gsi_next(&at)) {
        gimple* const statement = gsi_stmt(at);
        const std::string_view called = called_builtin(statement);
        if (is_of_counter(statement, called)) {
          of_counters.safe_push(statement);
        } else if (is_changed(called)) {
          callbacks.safe_push(statement);
        }
      }
    }
    while (!of_counters.is_empty()) erase(of_counters.pop());
    // In reverse: each guard moves the statements after the call to a new block, which is short
    // then.
    while (!callbacks.is_empty()) {
      gimple* const callback = callbacks.pop();
      is_kernel ? erase(callback) : guard(callback);
    }
    mark_virtual_operands_for_renaming(f);
    return 0;
  }
};

}  // namespace

void register_roots(const char* plugin) {
  register_callback(plugin, PLUGIN_REGISTER_GGC_ROOTS, nullptr, const_cast<ggc_root_tab*>(roots));
}

gimple_opt_pass* make_guard_callbacks_pass(gcc::context* context, bool optimizes) {
  return new guard_callbacks(context, optimizes);
}

}  // namespace milliamp::instrument
