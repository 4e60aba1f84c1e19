#include "symbolize/dwarf.h"

#include "base/modules.h"
#include "symbolize/line_table.h"
#include "symbolize/type_names.h"
#include "symbolize/unit_index.h"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace milliamp::detail::symbolize {

debug_information& debug_information::instance() { return base::only<debug_information>(); }

debug_information::debug_information()
    : callbacks_{&dwfl_linux_proc_find_elf, &dwfl_standard_find_debuginfo, nullptr,
                 &debuginfo_path_} {}

void debug_information::update() {
  const auto now = base::loader_generation::now();
  if (dwfl_ != nullptr && now == generation_) return;
  // libdwfl would take another file at the address of an unloaded module for that module.
  if (now.unloads != generation_.unloads) dwfl_end(std::exchange(dwfl_, nullptr));
  generation_ = now;
  if (dwfl_ == nullptr) dwfl_ = dwfl_begin(&callbacks_);
  dwfl_report_begin_add(dwfl_);
  dwfl_linux_proc_report(dwfl_, getpid());
  dwfl_report_end(dwfl_, nullptr, nullptr);
}

debug_query::debug_query() {
  debug_information::mutex.lock();
  debug_information::instance().update();
}

debug_query::~debug_query() { debug_information::mutex.unlock(); }

Dwfl_Module* debug_information::module_at(Dwarf_Addr address) {
  Dwfl_Module* module = dwfl_addrmodule(dwfl_, address);
  if (module == nullptr) {
    // For libdwfl, a module ends with the pages of its file, before zero-initialized variables.
    const void* const base = base::module_base(reinterpret_cast<const void*>(address));
    if (base != nullptr) module = dwfl_addrmodule(dwfl_, reinterpret_cast<Dwarf_Addr>(base));
  }
  return module;
}

Dwarf_Die origin_of(Dwarf_Die die) {
  for (bool moved = true; moved;) {
    moved = false;
    for (const unsigned link : {DW_AT_abstract_origin, DW_AT_specification}) {
      Dwarf_Attribute attribute;
      moved |= dwarf_attr(&die, link, &attribute) != nullptr &&
               dwarf_formref_die(&attribute, &die) != nullptr;
    }
  }
  return die;
}

namespace {

/// Returns the name of a function, the same for all compilers.
std::string function_name(std::string_view name) {
  const bool initializes_variables = name.starts_with("__static_initialization_and_destruction") ||
                                     name.starts_with("__cxx_global_var_init");
  return initializes_variables ? "(static initialization)" : std::string(name);
}

/// Returns the name of a scope, the same for all compilers; empty for a scope that is not part of
/// names.
std::string scope_name(Dwarf_Die* scope) {
  const char* name = dwarf_diename(scope);
  switch (dwarf_tag(scope)) {
    case DW_TAG_namespace:
      return name != nullptr ? name : "(anonymous namespace)";
    case DW_TAG_structure_type:
    case DW_TAG_class_type:
    case DW_TAG_union_type:
      // GCC has names for lambdas, such as `<lambda(int)>` and `._anon_0`; Clang has none.
      return name != nullptr && name[0] != '<' && name[0] != '.' ? name : "(lambda)";
    case DW_TAG_subprogram:
      return name != nullptr ? function_name(name) : "";
    default:
      return "";
  }
}

/// Returns the function that contains a lambda, from the symbol of the lambda; empty when the
/// symbol does not have it.
std::string function_around_lambda(Dwarf_Die* lambda) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(lambda, DW_AT_linkage_name, &attribute) == nullptr) return "";
  const std::string symbol = demangle(dwarf_formstring(&attribute));
  std::size_t end = std::min(symbol.find("::$_"), symbol.find("::{lambda"));
  if (end == std::string::npos) return "";
  for (int depth = 0; end > 0;) {
    --end;
    if (symbol[end] == ')') ++depth;
    if (symbol[end] == '(' && --depth == 0) break;
  }
  return symbol.substr(0, end);
}

}  // namespace

std::string name_of(Dwarf_Die* function) {
  Dwarf_Die origin = origin_of(*function);
  std::vector<Dwarf_Die> scopes = unit_index::of(origin).scopes_of(origin);
  std::string text;
  bool is_within_function = false;
  for (Dwarf_Die& scope : scopes) {
    const bool is_innermost = &scope == &scopes.back();
    if (!is_innermost && dwarf_tag(&scope) == DW_TAG_subprogram) {
      // The definition may be outside of the scopes of the declaration.
      text = name_of(&scope);
      is_within_function = dwarf_diename(&scope) != nullptr;
      continue;
    }
    const std::string name = scope_name(&scope);
    if (name.starts_with("operator()") && text.ends_with("(lambda)")) {
      // Clang drops the name of a function when only its lambdas remain.
      const std::string around = is_within_function ? "" : function_around_lambda(function);
      if (!around.empty()) text = around + "::(lambda)";
    } else if (!name.empty()) {
      text += (text.empty() ? "" : "::") + name;
    }
  }
  return text;
}

std::string path_of(Dwarf_Die* unit, const char* file) {
  if (file == nullptr) return "";
  Dwarf_Attribute attribute;
  const char* directory = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  const std::filesystem::path from = directory != nullptr ? directory : "";
  return (from / file).lexically_normal();  // file alone when it is absolute
}

// dwarf_decl_file() does not support file number 0, which is valid since DWARF 5.
std::string file_of(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  Dwarf_Die unit;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &number) != 0 ||
      dwarf_diecu(die, &unit, nullptr, nullptr) == nullptr || !read_line_table(unit) ||
      dwarf_getsrcfiles(&unit, &files, &count) != 0 || number >= count) {
    return "";
  }
  return path_of(&unit, dwarf_filesrc(files, number, nullptr, nullptr));
}

int number_of(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  return dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &number) == 0
             ? static_cast<int>(number)
             : 0;
}

bool entry_of(Dwarf_Die* die, unsigned name, Dwarf_Die& found) {
  Dwarf_Attribute attribute;
  return dwarf_formref_die(dwarf_attr_integrate(die, name, &attribute), &found) != nullptr;
}

Dwarf_Die whole_unit(Dwarf_Die* unit) {
  std::uint8_t type = 0;
  Dwarf_Die split{};
  const bool is_known =
      dwarf_cu_info(unit->cu, nullptr, &type, nullptr, &split, nullptr, nullptr, nullptr) == 0;
  return is_known && type == DW_UT_skeleton && split.addr != nullptr ? split : *unit;
}

// Not all compilers write an index of units by address; without one, search all units.
std::optional<code_position> position_of(Dwarf_Addr address) {
  Dwfl_Module* const module = debug_information::instance().module_at(address);
  if (module == nullptr) return std::nullopt;
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
  if (unit != nullptr) return code_position{whole_unit(unit), address - bias};
  while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) {
    if (dwarf_haspc(unit, address - bias) > 0) {
      return code_position{whole_unit(unit), address - bias};
    }
  }
  return std::nullopt;
}

namespace {

/// Adds the functions inlined at an address of a function, the innermost first.
void add_inlined_at(Dwarf_Die* scope, Dwarf_Addr address, std::vector<Dwarf_Die>& functions) {
  any_child(scope, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_inlined_subroutine && tag != DW_TAG_lexical_block) return false;
    if (dwarf_haspc(&child, address) <= 0) return false;
    add_inlined_at(&child, address, functions);
    if (tag == DW_TAG_inlined_subroutine) functions.push_back(child);
    return true;
  });
}

/// Removes qualifiers and typedefs from a type. The name is that of the outermost with a name.
bool strip_type(Dwarf_Die& type, std::string& name) {
  for (;;) {
    if (const char* own = dwarf_diename(&type); own != nullptr && name.empty()) {
      name = as_written(own);
    }
    const int tag = dwarf_tag(&type);
    if (tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type) {
      return true;
    }
    if (!entry_of(&type, DW_AT_type, type)) return false;
  }
}

void read_dimensions(Dwarf_Die* array, std::vector<std::uint64_t>& dimensions) {
  any_child(array, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) return false;
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (dwarf_formudata(dwarf_attr(&child, DW_AT_count, &attribute), &value) == 0) {
      dimensions.push_back(value);
    } else if (dwarf_formudata(dwarf_attr(&child, DW_AT_upper_bound, &attribute), &value) == 0) {
      dimensions.push_back(value + 1);
    }
    return false;
  });
}

}  // namespace

// Replaces dwarf_getscopes(), which does not find the code of a lambda when the compiler describes
// the lambda inside the enclosing function, whose code is elsewhere.
std::vector<Dwarf_Die> functions_at(Dwarf_Die* unit, Dwarf_Addr address) {
  std::vector<Dwarf_Die> functions;
  for (Dwarf_Die function : unit_index::of(*unit).functions()) {
    if (dwarf_haspc(&function, address) <= 0) continue;
    add_inlined_at(&function, address, functions);
    functions.push_back(function);
    break;
  }
  return functions;
}

std::vector<Dwarf_Die> functions_at(Dwarf_Addr address) {
  std::optional<code_position> at = position_of(address);
  return at ? functions_at(&at->unit, at->address) : std::vector<Dwarf_Die>();
}

std::vector<Dwarf_Die> functions_before(const void* return_address) {
  return functions_at(reinterpret_cast<Dwarf_Addr>(return_address) - 1);
}

element_type describe_type(Dwarf_Die type) {
  element_type result;
  if (!strip_type(type, result.name)) return result;
  while (dwarf_tag(&type) == DW_TAG_array_type) {
    read_dimensions(&type, result.dimensions);
    result.name.clear();
    if (!entry_of(&type, DW_AT_type, type) || !strip_type(type, result.name)) return result;
  }
  result.die = type;
  Dwarf_Word size = 0;
  if (dwarf_aggregate_size(&type, &size) == 0) result.size = size;
  return result;
}

element_type type_of(Dwarf_Die* variable) {
  Dwarf_Die type;
  return entry_of(variable, DW_AT_type, type) ? describe_type(type) : element_type();
}

}  // namespace milliamp::detail::symbolize
