// The plugin for GCC, which compiles the sources of checked programs with it. It works with the GCC
// version whose headers it is compiled with (see CMakeLists.txt).

#include "gcc_passes.h"

#include <plugin-version.h>

#define MILLIAMP_EXPORT __attribute__((visibility("default")))

MILLIAMP_EXPORT int plugin_is_GPL_compatible;

MILLIAMP_EXPORT int plugin_init(plugin_name_args* plugin, plugin_gcc_version* version) {
  using namespace milliamp::instrument;
  if (!plugin_default_version_check(version, &gcc_version)) return 1;
  register_roots(plugin->base_name);
  register_callback(plugin->base_name, PLUGIN_ALL_IPA_PASSES_END, redirect_calls, nullptr);
  constexpr int all_instances = 0;  // of GCC's pass: -Og runs another one than -O1
  for (const bool optimizes : {true, false}) {
    const char* const instrumentation = optimizes ? "tsan" : "tsan0";
    const auto add = [&](opt_pass* pass, pass_positioning_ops where) {
      register_pass_info info = {pass, instrumentation, all_instances, where};
      register_callback(plugin->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &info);
    };
    add(make_split_call_operands_pass(g, optimizes), PASS_POS_INSERT_BEFORE);
    add(make_guard_callbacks_pass(g, optimizes), PASS_POS_INSERT_AFTER);
  }
  return 0;
}
