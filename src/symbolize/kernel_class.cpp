#include "symbolize/kernel_class.h"

#include "base/immortal.h"
#include "symbolize/object.h"
#include "symbolize/query_cache.h"

#include <cstdlib>
#include <vector>

namespace milliamp::detail::symbolize {

namespace {

/// The class of a kernel is the first argument of the class template that calls it.
std::optional<Dwarf_Die> read_kernel_class(const void* code)
    MILLIAMP_REQUIRES(debug_information::mutex) {
  const std::vector<Dwarf_Die> functions = functions_at(reinterpret_cast<Dwarf_Addr>(code));
  if (functions.empty()) return std::nullopt;
  Dwarf_Die declaration = origin_of(functions.back());
  Dwarf_Die* scopes = nullptr;
  const int count = dwarf_getscopes_die(&declaration, &scopes);
  std::optional<Dwarf_Die> found;
  if (count > 1) {
    if (auto argument = first_type_argument(&scopes[1])) found = describe_type(*argument).die;
  }
  std::free(scopes);
  return found;
}

}  // namespace

std::optional<Dwarf_Die> kernel_class(const void* code) {
  static base::immortal<query_cache<const void*, std::optional<Dwarf_Die>>> cache;
  return cache->get(
      code, [&]() MILLIAMP_REQUIRES(debug_information::mutex) { return read_kernel_class(code); });
}

kernel_declaration kernel_declaration_of(const void* code) {
  const debug_query query;
  std::optional<Dwarf_Die> type = kernel_class(code);
  if (!type) return {};
  return {file_of(&*type, DW_AT_decl_file), number_of(&*type, DW_AT_decl_line)};
}

}  // namespace milliamp::detail::symbolize
