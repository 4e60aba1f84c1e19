#include "symbolize/thread_locals.h"

#include "symbolize/type_names.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace milliamp::detail::symbolize {

namespace {

/// Finds the offset of a variable in the thread-local block. Returns false for other variables.
bool thread_local_offset(Dwarf_Die* die, Dwarf_Word& offset) {
  Dwarf_Attribute attribute;
  Dwarf_Op* expression = nullptr;
  std::size_t length = 0;
  if (dwarf_attr(die, DW_AT_location, &attribute) == nullptr ||
      dwarf_getlocation(&attribute, &expression, &length) != 0 || length != 2) {
    return false;
  }
  const auto last = expression[1].atom;
  if (last != DW_OP_GNU_push_tls_address && last != DW_OP_form_tls_address) return false;
  offset = expression[0].number;
  const auto first = expression[0].atom;
  if (first != DW_OP_constx && first != DW_OP_GNU_const_index) return true;
  // -gsplit-dwarf leaves addresses in a table of the module.
  Dwarf_Attribute value;
  return dwarf_getlocation_attr(&attribute, expression, &value) == 0 &&
         dwarf_formudata(&value, &offset) == 0;
}

/// The variable below an entry whose location is an offset.
std::optional<Dwarf_Die> find_at(Dwarf_Die* parent, std::size_t offset) {
  std::optional<Dwarf_Die> found;
  any_child(parent, [&](Dwarf_Die& child) {
    Dwarf_Word described = 0;
    if (dwarf_tag(&child) == DW_TAG_variable && thread_local_offset(&child, described) &&
        described == offset) {
      found = child;
    } else {
      found = find_at(&child, offset);
    }
    return found.has_value();
  });
  return found;
}

/// Removes what differs between a symbol and the names from debug information: the parameters of
/// functions, what distinguishes a lambda from its call, and spaces.
std::string without_parameters(std::string name) {
  name_lambdas(name);
  std::string text;
  int depth = 0;
  for (const char c : name) {
    const bool begins_name = text.empty() || text.back() == ':' || text.back() == ' ';
    if (c == '(' && (depth > 0 || !begins_name)) ++depth;
    if (depth == 0) text += c;
    if (c == ')' && depth > 0) --depth;
  }
  for (const std::string_view redundant : {" const", "::operator", " "}) {
    for (std::size_t at; (at = text.find(redundant)) != std::string::npos;) {
      text.erase(at, redundant.size());
    }
  }
  constexpr std::string_view lambda = "<lambda>";  // of an argument of a template
  for (std::size_t at; (at = text.find(lambda)) != std::string::npos;) {
    text.replace(at, lambda.size(), "(lambda)");
  }
  return text;
}

/// The symbol of the thread-local variable at an offset.
std::string thread_local_symbol(Dwfl_Module* module, std::size_t offset) {
  // libdwfl also adds the load address to the offset.
  Dwarf_Addr bias = 0;
  dwfl_module_getelf(module, &bias);
  for (int i = dwfl_module_getsymtab(module); i-- > 0;) {
    GElf_Sym symbol;
    const char* const name = dwfl_module_getsym(module, i, &symbol, nullptr);
    if (name != nullptr && GELF_ST_TYPE(symbol.st_info) == STT_TLS && symbol.st_size != 0 &&
        symbol.st_shndx != SHN_UNDEF && symbol.st_value - bias == offset) {
      return name;
    }
  }
  return "";
}

/// Whether two variables are declared at one location with one type, as in the instances of a
/// template for several lambdas, whose names are equal.
bool is_same_declaration(Dwarf_Die a, Dwarf_Die b) MILLIAMP_REQUIRES(debug_information::mutex) {
  const element_type of_a = type_of(&a);
  const element_type of_b = type_of(&b);
  return file_of(&a, DW_AT_decl_file) == file_of(&b, DW_AT_decl_file) &&
         number_of(&a, DW_AT_decl_line) == number_of(&b, DW_AT_decl_line) &&
         of_a.name == of_b.name && of_a.dimensions == of_b.dimensions;
}

bool are_one_declaration(const std::vector<Dwarf_Die>& variables)
    MILLIAMP_REQUIRES(debug_information::mutex) {
  return !variables.empty() &&
         std::all_of(variables.begin(), variables.end(),
                     [&](const Dwarf_Die& variable) MILLIAMP_REQUIRES(debug_information::mutex) {
                       return is_same_declaration(variable, variables.front());
                     });
}

/// Whether a variable directly below an entry may have a name. With optimization, Clang 14 moves
/// the thread-local variables of inlined functions to separate functions, which have no name.
bool may_have_name(Dwarf_Die* parent, const std::string& variable, const std::string& name)
    MILLIAMP_REQUIRES(debug_information::mutex) {
  if (dwarf_tag(parent) == DW_TAG_subprogram && dwarf_diename(parent) == nullptr) {
    return name.ends_with("::" + variable);
  }
  const std::string scope = without_parameters(name_of(parent));
  return (scope.empty() ? scope : scope + "::") + variable == name;
}

/// Adds the variables of a name, if they are below an entry.
void find_by_name(Dwarf_Die* parent, const std::string& name, std::vector<Dwarf_Die>& found)
    MILLIAMP_REQUIRES(debug_information::mutex) {
  any_child(parent, [&](Dwarf_Die& child) MILLIAMP_REQUIRES(debug_information::mutex) {
    const char* const last = dwarf_diename(&child);
    if (dwarf_tag(&child) == DW_TAG_variable && last != nullptr && name.ends_with(last)) {
      if (!may_have_name(parent, last, name)) return false;
      found.push_back(origin_of(child));
    }
    find_by_name(&child, name, found);
    return false;
  });
}

/// Whether a function's symbol is part of a local variable's, as `_Z1fv` of `_ZZ1fvE1v`.
bool is_function_of(Dwarf_Die* function, const std::string& variable) {
  Dwarf_Attribute attribute;
  const char* const symbol =
      dwarf_formstring(dwarf_attr_integrate(function, DW_AT_linkage_name, &attribute));
  constexpr std::string_view mangled = "_Z";
  return symbol != nullptr && std::string_view(symbol).starts_with(mangled) &&
         variable.starts_with("_ZZ" + std::string(symbol + mangled.size()) + "E");
}

/// The function below an entry that a local variable's symbol names.
std::optional<Dwarf_Die> find_function_of(Dwarf_Die* parent, const std::string& variable) {
  std::optional<Dwarf_Die> found;
  any_child(parent, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) == DW_TAG_subprogram && is_function_of(&child, variable)) {
      found = child;
    } else {
      found = find_function_of(&child, variable);
    }
    return found.has_value();
  });
  return found;
}

std::optional<Dwarf_Die> find_function_of(Dwfl_Module* module, const std::string& variable) {
  std::optional<Dwarf_Die> found;
  any_unit(module, [&](Dwarf_Die* unit) MILLIAMP_REQUIRES(debug_information::mutex) {
    found = find_function_of(unit, variable);
    return found.has_value();
  });
  return found;
}

/// Whether a local variable's symbol ends with a number, as `_ZZ1fvE1v_0` does: it is not the first
/// one of its name in its function.
bool is_numbered(const std::string& symbol) {
  const std::size_t last = symbol.find_last_not_of("0123456789");
  return last != std::string::npos && last + 1 != symbol.size() && symbol[last] == '_';
}

/// Removes the variables that are not the first one declared after the function begins.
void keep_first_in(Dwarf_Die function, std::vector<Dwarf_Die>& variables)
    MILLIAMP_REQUIRES(debug_information::mutex) {
  const auto begin = number_of(&function, DW_AT_decl_line);
  std::erase_if(variables, [&](Dwarf_Die v) MILLIAMP_REQUIRES(debug_information::mutex) {
    return file_of(&v, DW_AT_decl_file) != file_of(&function, DW_AT_decl_file) ||
           number_of(&v, DW_AT_decl_line) < begin;
  });
  const auto first =
      std::min_element(variables.begin(), variables.end(), [](Dwarf_Die a, Dwarf_Die b) {
        return number_of(&a, DW_AT_decl_line) < number_of(&b, DW_AT_decl_line);
      });
  if (first != variables.end()) variables = {*first};
}

}  // namespace

std::optional<Dwarf_Die> thread_local_at(Dwarf_Addr in_module, std::size_t offset) {
  Dwfl_Module* module = debug_information::instance().module_at(in_module);
  if (module == nullptr) return std::nullopt;
  std::optional<Dwarf_Die> located;
  any_unit(module, [&](Dwarf_Die* unit) MILLIAMP_REQUIRES(debug_information::mutex) {
    located = find_at(unit, offset);
    return located.has_value();
  });
  if (located) return located;
  const std::string symbol = thread_local_symbol(module, offset);
  if (symbol.empty()) return std::nullopt;
  const std::string name = without_parameters(demangle(symbol.c_str()));
  std::vector<Dwarf_Die> found;
  any_unit(module, [&](Dwarf_Die* unit) MILLIAMP_REQUIRES(debug_information::mutex) {
    find_by_name(unit, name, found);
    return false;
  });
  if (!found.empty() && !are_one_declaration(found) && !is_numbered(symbol)) {
    const std::optional<Dwarf_Die> function = find_function_of(module, symbol);
    if (!function) return std::nullopt;
    keep_first_in(*function, found);
  }
  return are_one_declaration(found) ? std::optional(found.front()) : std::nullopt;
}

}  // namespace milliamp::detail::symbolize
