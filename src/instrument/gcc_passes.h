/// @file
/// The passes that Milliamp adds to GCC.
#pragma once

// The standard headers come first, because GCC's headers poison names that they use. GCC's headers
// do not include what they need, so their order matters.
// clang-format off
#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gcc-plugin.h>

#include <tree.h>
#include <rtl.h>
#include <tree-pass.h>
#include <context.h>
#include <function.h>
#include <basic-block.h>
#include <gimple.h>
#include <gimple-iterator.h>
#include <gimple-expr.h>
#include <tree-cfg.h>
#include <tree-ssa-alias.h>
#include <tree-ssa-operands.h>
#include <ssa.h>
#include <tree-into-ssa.h>
#include <cfganal.h>
#include <cfgloop.h>
#include <dominance.h>
#include <fold-const.h>
#include <gimple-fold.h>
#include <gimplify.h>
#include <gimplify-me.h>
#include <tree-chrec.h>
#include <tree-eh.h>
#include <tree-scalar-evolution.h>
#include <tree-ssa-loop.h>
#include <tree-ssa-loop-ivopts.h>
#include <tree-ssa-loop-manip.h>
#include <stringpool.h>
#include <attribs.h>
#include <asan.h>
#include <ggc.h>
#include <value-query.h>
#include <gimple-range.h>
#include <varasm.h>
#include <cgraph.h>
// clang-format on

namespace milliamp::instrument {

constexpr pass_data description_of(const char* pass) {
  return {GIMPLE_PASS, pass, OPTGROUP_NONE, TV_NONE, PROP_ssa | PROP_cfg, 0, 0, 0, TODO_update_ssa};
}

/// A pass over the instrumented functions that GCC optimizes, or over those that it does not.
class instrumentation_pass : public gimple_opt_pass {
 public:
  /// @param name the name of the pass, in static storage
  instrumentation_pass(const char* name, gcc::context* context, bool optimizes)
      : gimple_opt_pass(description_of(name), context), optimizes_(optimizes) {}

  bool gate(function*) override {
    return sanitize_flags_p(SANITIZE_THREAD) && (optimize != 0) == optimizes_;
  }

 protected:
  const bool optimizes_;
};

/// What is guarded: early in the compilation, accesses to local arrays, and those with constant
/// indices out of bounds; later, accesses to local arrays or to those that pointers lead to.
enum class guarded_accesses { early, local, by_pointer };
enum class split_calls { with_local_arrays, all };

/// Each pass exists twice: for functions that are optimized, and for the others.
gimple_opt_pass* make_guard_arrays_pass(gcc::context* context, bool optimizes,
                                        guarded_accesses accesses);
/// @param which the calls that the pass splits
gimple_opt_pass* make_split_call_operands_pass(gcc::context* context, bool optimizes,
                                               split_calls which);
gimple_opt_pass* make_guard_callbacks_pass(gcc::context* context, bool optimizes);
gimple_opt_pass* make_mark_unused_results_pass(gcc::context* context, bool optimizes);
/// Only for functions that are optimized.
gimple_opt_pass* make_hoist_reads_pass(gcc::context* context);

/// The name of the function that a call of one of the compiler's built-in functions names; empty
/// for other statements.
std::string_view called_builtin(gimple* statement);
/// Whether a function contains the body of a kernel.
bool is_of_kernel(tree function);
/// Whether an operand is an element of a local array, or a part of one, whose index may be out of
/// bounds.
bool may_leave_local_array(tree operand);
/// Makes a statement that defines no register conditional on a value that is not 0.
void run_unless_zero(gimple* statement, tree value, bool is_likely);

/// Called for each unit: redirects the calls of the wrapped functions.
void redirect_calls(void*, void*);

/// Called for each declaration: adds a red zone to a tile_static variable.
void add_red_zone(void* finished_declaration, void*);
/// Called for each unit: makes each red zone follow its variable.
void place_red_zones(void*, void*);

/// Registers the trees that the passes keep with GCC's garbage collector.
void register_roots(const char* plugin);

}  // namespace milliamp::instrument
