/// @file
/// The plugin for GCC, which compiles the sources of checked programs with it. It works with the
/// GCC version whose headers it is compiled with (see CMakeLists.txt).

#include "gcc_passes.h"

#include <diagnostic-core.h>
#include <plugin-version.h>

#define MILLIAMP_EXPORT __attribute__((visibility("default")))

namespace {

/// GCC has rejected the combination by then, but its message names only a flag that the user did
/// not write. For Clang, the headers have this message: see milliamp/detail/checked.h.
void refuse_other_sanitizers() {
  if ((flag_sanitize & SANITIZE_THREAD) == 0) return;
  if ((flag_sanitize & (SANITIZE_ADDRESS | SANITIZE_HWADDRESS)) == 0) return;
  error(
      "%<milliamp::checked%> and %<-fsanitize=address%> or %<hwaddress%> exclude each other; "
      "checked programs report invalid accesses of kernels, and %<milliamp::milliamp%> with the "
      "sanitizer checks the rest");
}

}  // namespace

MILLIAMP_EXPORT int plugin_is_GPL_compatible;

MILLIAMP_EXPORT int plugin_init(plugin_name_args* plugin, plugin_gcc_version* version) {
  using namespace milliamp::instrument;
  if (!plugin_default_version_check(version, &gcc_version)) return 1;
  refuse_other_sanitizers();
  register_roots(plugin->base_name);
  register_callback(plugin->base_name, PLUGIN_ALL_IPA_PASSES_END, redirect_calls, nullptr);
  register_callback(plugin->base_name, PLUGIN_FINISH_DECL, add_red_zone, nullptr);
  register_callback(plugin->base_name, PLUGIN_ALL_IPA_PASSES_END, place_red_zones, nullptr);
  constexpr int all_instances = 0;  // of GCC's pass: -Og runs another one than -O1
  const auto add_at = [&](opt_pass* pass, const char* place, pass_positioning_ops where) {
    register_pass_info info = {pass, place, all_instances, where};
    register_callback(plugin->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
  };
  // The last one that is added runs first.
  const char* const early = "ubsan";
  add_at(make_guard_arrays_pass(g, true, guarded_accesses::early), early, PASS_POS_INSERT_AFTER);
  add_at(make_split_call_operands_pass(g, true, split_calls::with_local_arrays), early,
         PASS_POS_INSERT_AFTER);
  for (const bool optimizes : {true, false}) {
    const auto add = [&](opt_pass* pass, pass_positioning_ops where) {
      add_at(pass, optimizes ? "tsan" : "tsan0", where);
    };
    add(make_split_call_operands_pass(g, optimizes, split_calls::all), PASS_POS_INSERT_BEFORE);
    add(make_guard_arrays_pass(g, optimizes, guarded_accesses::local), PASS_POS_INSERT_BEFORE);
    add(make_guard_arrays_pass(g, optimizes, guarded_accesses::by_pointer), PASS_POS_INSERT_AFTER);
    add(make_guard_callbacks_pass(g, optimizes), PASS_POS_INSERT_AFTER);
    add(make_mark_unused_results_pass(g, optimizes), PASS_POS_INSERT_AFTER);
    if (optimizes) add(make_hoist_reads_pass(g), PASS_POS_INSERT_AFTER);
  }
  return 0;
}
