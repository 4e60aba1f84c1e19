#include "symbolize/variables.h"

#include "base/immortal.h"
#include "symbolize/dwarf.h"
#include "symbolize/query_cache.h"
#include "symbolize/thread_locals.h"
#include "symbolize/type_names.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace milliamp::detail::symbolize {

namespace {

void read_declaration(Dwarf_Die* variable, variable_declaration& declaration)
    MILLIAMP_REQUIRES(debug_information::mutex) {
  Dwarf_Die origin = origin_of(*variable);
  declaration.file = file_of(&origin, DW_AT_decl_file);
  declaration.line = number_of(&origin, DW_AT_decl_line);
  declaration.type = layout_of(type_of(&origin));
}

variable_declaration read_thread_local(Dwarf_Addr module, std::size_t offset)
    MILLIAMP_REQUIRES(debug_information::mutex) {
  variable_declaration declaration;
  std::optional<Dwarf_Die> variable = thread_local_at(module, offset);
  if (variable) read_declaration(&*variable, declaration);
  return declaration;
}

/// The innermost function around an entry.
std::optional<Dwarf_Die> function_around(Dwarf_Die* entry) {
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes_die(entry, &scopes);
  const std::unique_ptr<Dwarf_Die[], void (*)(void*)> all(scopes, std::free);
  for (int i = 1; i < count; ++i) {
    if (dwarf_tag(&all[i]) == DW_TAG_subprogram) return origin_of(all[i]);
  }
  return std::nullopt;
}

}  // namespace

variable_declaration thread_local_declaration(std::uintptr_t module, std::size_t offset) {
  using location = std::pair<std::uintptr_t, std::size_t>;
  static base::immortal<query_cache<location, variable_declaration>> cache;
  const debug_query query;
  return cache->get({module, offset}, [&]() MILLIAMP_REQUIRES(debug_information::mutex) {
    return read_thread_local(module, offset);
  });
}

bool is_in_function_of(std::uintptr_t module, std::size_t offset, const void* return_address) {
  const debug_query query;
  std::optional<Dwarf_Die> variable = thread_local_at(module, offset);
  if (!variable) return true;
  const std::optional<Dwarf_Die> declaring = function_around(&*variable);
  if (!declaring) return true;
  const std::vector<Dwarf_Die> functions = functions_before(return_address);
  return std::any_of(functions.begin(), functions.end(),
                     [&](const Dwarf_Die& f) { return origin_of(f).addr == declaring->addr; });
}

static_variable_offset static_variable_at(std::uintptr_t address) {
  const debug_query query;
  Dwfl_Module* module = debug_information::instance().module_at(address);
  if (module == nullptr) return {};
  GElf_Off offset = 0;
  GElf_Sym symbol;
  const char* name =
      dwfl_module_addrinfo(module, address, &offset, &symbol, nullptr, nullptr, nullptr);
  if (name == nullptr || GELF_ST_TYPE(symbol.st_info) != STT_OBJECT || offset >= symbol.st_size) {
    return {};
  }
  return {demangle(name), offset, symbol.st_size};
}

}  // namespace milliamp::detail::symbolize
