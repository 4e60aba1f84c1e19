/// @file
/// Puts a red zone after each tile_static variable of a unit that GCC compiles. clang_red_zones.cpp
/// does the same for Clang.

#include "gcc_passes.h"
#include "red_zones.h"

namespace milliamp::instrument {

namespace {

bool is_defined_tile_static(tree declaration) {
  return VAR_P(declaration) && DECL_SIZE_UNIT(declaration) != NULL_TREE &&
         TREE_STATIC(declaration) && DECL_THREAD_LOCAL_P(declaration) &&
         !DECL_EXTERNAL(declaration) && tree_fits_uhwi_p(DECL_SIZE_UNIT(declaration)) &&
         is_tile_static(IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(declaration)));
}

/// Each unit has at most one variable of a name.
tree name_of_zone(tree variable) {
  const std::string name = IDENTIFIER_POINTER(DECL_ASSEMBLER_NAME(variable));
  return get_identifier((red_zone_name + ('.' + name)).c_str());
}

}  // namespace

void add_red_zone(void* finished_declaration, void*) {
  auto* const variable = static_cast<tree>(finished_declaration);
  if (!is_defined_tile_static(variable)) return;
  const std::uint64_t size = red_zone_size(tree_to_uhwi(DECL_SIZE_UNIT(variable)));
  const tree zone = build_decl(DECL_SOURCE_LOCATION(variable), VAR_DECL, name_of_zone(variable),
                               build_array_type_nelts(char_type_node, size));
  TREE_STATIC(zone) = 1;
  TREE_USED(zone) = 1;
  DECL_ARTIFICIAL(zone) = 1;
  DECL_IGNORED_P(zone) = 1;  // no debug information
  DECL_PRESERVE_P(zone) = 1;
  set_decl_tls_model(zone, DECL_TLS_MODEL(variable));
  varpool_node::finalize_decl(zone);
}

/// GCC would emit variables in reverse order when it optimizes. And it omits a variable that has
/// been in a COMDAT group with another one from the beginning.
void place_red_zones(void*, void*) {
  varpool_node* variable = nullptr;
  FOR_EACH_DEFINED_VARIABLE(variable) {
    if (!is_defined_tile_static(variable->decl)) continue;
    symtab_node* const zone = symtab_node::get_for_asmname(name_of_zone(variable->decl));
    if (zone == nullptr) continue;
    variable->no_reorder = zone->no_reorder = true;
    if (DECL_ONE_ONLY(variable->decl)) zone->add_to_same_comdat_group(variable);
  }
}

}  // namespace milliamp::instrument
