/// @file
/// The plugin for GCC, which omits the constructors and destructors of tile_static variables (spec
/// 2.4.3.5.1). GCC constructs such a variable when control first passes its declaration, and
/// records that in the guard of the variable. A guard that is constant and says so from the
/// beginning leaves no code to construct it, nor to register its destructor. The plugin works with
/// the GCC version whose headers it is compiled with.

#include <string_view>
#include <vector>

// GCC's headers poison names that the standard headers use, and do not include what they need.
// clang-format off
#include <gcc-plugin.h>
#include <tree.h>
#include <plugin-version.h>
// clang-format on

#define MILLIAMP_EXPORT __attribute__((visibility("default")))

namespace {

/// A guard has the ABI tag of its variable (include/milliamp/tile_static.h).
bool is_guard_of_tile_static(tree declaration) {
  if (!VAR_P(declaration) || !DECL_ARTIFICIAL(declaration) || !DECL_THREAD_LOCAL_P(declaration)) {
    return false;
  }
  const std::string_view symbol = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(declaration));
  return symbol.substr(0, 4) == "_ZGV" && symbol.find("B11tile_static") != std::string_view::npos;
}

/// Guards of functions that GCC still compiles, which assign to them.
std::vector<tree> assigned_guards;

/// Called for each declaration.
void omit_constructor(void* finished_declaration, void*) {
  auto* const declaration = static_cast<tree>(finished_declaration);
  if (!is_guard_of_tile_static(declaration)) return;
  DECL_INITIAL(declaration) = build_int_cst(TREE_TYPE(declaration), 1);
  assigned_guards.push_back(declaration);
}

/// Called for each function, when its statements are complete.
void make_guards_constant(void*, void*) {
  for (const tree guard : assigned_guards) TREE_READONLY(guard) = 1;
  assigned_guards.clear();
}

}  // namespace

MILLIAMP_EXPORT int plugin_is_GPL_compatible;

MILLIAMP_EXPORT int plugin_init(plugin_name_args* plugin, plugin_gcc_version* version) {
  if (!plugin_default_version_check(version, &gcc_version)) return 1;
  register_callback(plugin->base_name, PLUGIN_FINISH_DECL, omit_constructor, nullptr);
  register_callback(plugin->base_name, PLUGIN_PRE_GENERICIZE, make_guards_constant, nullptr);
  return 0;
}
