#include "symbolize/symbols.h"

#include "base/immortal.h"
#include "symbolize/dwarf.h"
#include "symbolize/type_names.h"

#include <cxxabi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::symbolize {

namespace {

source_frame frame_of(Dwarf_Die* unit, Dwarf_Line* line) {
  source_frame frame;
  frame.file = path_of(unit, dwarf_linesrc(line, nullptr, nullptr));
  dwarf_lineno(line, &frame.line);
  dwarf_linecol(line, &frame.column);
  return frame;
}

/// Returns the location of an instruction in the innermost function.
source_frame innermost_frame(Dwarf_Die* unit, Dwarf_Addr address) {
  Dwarf_Line* line = dwarf_getsrc_die(unit, address);
  return line != nullptr ? frame_of(unit, line) : source_frame();
}

/// Returns the location of the nearest instruction of the same function that has a line, in one
/// direction.
/// @param row of the instruction in the line table of the unit
source_frame nearest_frame(Dwarf_Die* unit, Dwarf_Lines* rows, std::ptrdiff_t row,
                           std::ptrdiff_t step) {
  const auto functions_at_row = [&](std::ptrdiff_t r) {
    Dwarf_Addr address = 0;
    dwarf_lineaddr(dwarf_onesrcline(rows, static_cast<std::size_t>(r)), &address);
    std::vector<Dwarf_Off> functions;
    for (Dwarf_Die& f : functions_at(unit, address)) functions.push_back(dwarf_dieoffset(&f));
    return functions;
  };
  const std::vector<Dwarf_Off> functions = functions_at_row(row);
  for (std::ptrdiff_t r = row + step; r >= 0; r += step) {
    Dwarf_Line* const line = dwarf_onesrcline(rows, static_cast<std::size_t>(r));
    if (line == nullptr) break;
    const source_frame frame = frame_of(unit, line);
    const std::vector<Dwarf_Off> there = functions_at_row(r);
    if (there.empty() || there.back() != functions.back()) break;
    if (frame.line != 0 && there == functions) return frame;
  }
  return {};
}

source_frame read_nearest_location(Dwarf_Addr address) {
  debug_information& debug = debug_information::instance();
  const std::lock_guard lock(debug.mutex());
  Dwfl_Module* module = debug.module_at(address);
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = module != nullptr ? unit_at(module, address, bias) : nullptr;
  Dwarf_Lines* rows = nullptr;
  std::size_t count = 0;
  if (unit == nullptr || dwarf_getsrclines(unit, &rows, &count) != 0 ||
      functions_at(unit, address - bias).empty()) {
    return {};
  }
  Dwarf_Line* const line = dwarf_getsrc_die(unit, address - bias);
  std::ptrdiff_t row = 0;
  while (dwarf_onesrcline(rows, static_cast<std::size_t>(row)) != line) {
    if (++row == static_cast<std::ptrdiff_t>(count)) return {};
  }
  const source_frame before = nearest_frame(unit, rows, row, -1);
  return before.line != 0 ? before : nearest_frame(unit, rows, row, 1);
}

/// Returns the module and the offset of an address without a symbol: `libkernels.so+0x1a2b`.
std::string module_offset(Dwfl_Module* module, Dwarf_Addr address) {
  Dwarf_Addr begin = 0;
  const char* path =
      dwfl_module_info(module, nullptr, &begin, nullptr, nullptr, nullptr, nullptr, nullptr);
  char offset[32];
  std::snprintf(offset, sizeof offset, "+0x%llx", static_cast<unsigned long long>(address - begin));
  return std::string(path != nullptr ? basename(path) : "") + offset;
}

/// Renames every lambda in a demangled name to `(lambda)`, as in names from debug information.
void name_lambdas(std::string& name) {
  for (std::size_t at; (at = name.find("{lambda(")) != std::string::npos;) {
    name.replace(at, name.find('}', at) + 1 - at, "(lambda)");
  }
  for (std::size_t at; (at = name.find("$_")) != std::string::npos;) {
    name.replace(at, name.find_first_not_of("0123456789", at + 2) - at, "(lambda)");
  }
}

/// Returns the name of a function without debug information. The name of the library function that
/// calls a kernel becomes that of the kernel, which the compiler inlines there.
std::string kernel_or_function(std::string name) {
  name_lambdas(name);
  const std::size_t caller = name.find("tiled_caller<");
  if (name.rfind("milliamp::detail::", 0) != 0 || caller == std::string::npos) return name;
  const std::size_t begin = name.find('<', caller) + 1;
  std::size_t end = begin;
  for (int depth = 0; end < name.size(); ++end) {
    if (depth == 0 && (name[end] == ',' || name[end] == '>')) break;
    if (name[end] == '<') ++depth;
    if (name[end] == '>') --depth;
  }
  return name.substr(begin, end - begin);
}

/// The frames of an instruction.
struct instruction_frames {
  std::vector<source_frame> all{1};
  /// Whether the compiler has declared the outermost function itself, as it does a copy assignment.
  bool is_implicit = false;
};

/// GCC marks the call operators of lambdas, too.
bool is_declared_implicitly(Dwarf_Die& function) {
  const char* const name = dwarf_diename(&function);
  return dwarf_hasattr_integrate(&function, DW_AT_artificial) != 0 && name != nullptr &&
         std::strcmp(name, "operator()") != 0;
}

instruction_frames read_frames(Dwarf_Addr address) {
  instruction_frames found;
  std::vector<source_frame>& frames = found.all;
  debug_information& debug = debug_information::instance();
  const std::lock_guard lock(debug.mutex());
  Dwfl_Module* module = debug.module_at(address);
  if (module == nullptr) return found;

  Dwarf_Addr bias = 0;
  if (Dwarf_Die* unit = unit_at(module, address, bias)) {
    frames.front() = innermost_frame(unit, address - bias);
    for (Dwarf_Die& function : functions_at(unit, address - bias)) {
      const bool is_implicit = is_declared_implicitly(function);
      frames.back().function = name_of(&function);
      if (dwarf_tag(&function) == DW_TAG_subprogram) {
        found.is_implicit = is_implicit;
        break;
      }
      // An implicit function has no line of its own.
      if (is_implicit) frames.pop_back();
      frames.push_back({"", file_of(&function, DW_AT_call_file),
                        number_of(&function, DW_AT_call_line),
                        number_of(&function, DW_AT_call_column)});
    }
  }
  if (frames.front().function.empty()) {
    const char* symbol = dwfl_module_addrname(module, address);
    frames.front().function =
        symbol != nullptr ? kernel_or_function(demangle(symbol)) : module_offset(module, address);
  }
  return found;
}

/// Whether a file is a header of this library or of the standard library.
bool is_library_header(const std::string& file) {
  return file.find("include/milliamp/") != std::string::npos ||
         file.find("/include/c++/") != std::string::npos;
}

/// The functions that contain the instruction before an address, the innermost first.
std::vector<Dwarf_Die> functions_before(const void* return_address) {
  const auto address = reinterpret_cast<Dwarf_Addr>(return_address) - 1;
  Dwfl_Module* const module = debug_information::instance().module_at(address);
  Dwarf_Addr bias = 0;
  Dwarf_Die* const unit = module != nullptr ? unit_at(module, address, bias) : nullptr;
  return unit != nullptr ? functions_at(unit, address - bias) : std::vector<Dwarf_Die>();
}

/// Whether two calls of library functions with the same frames are two calls in the source. If the
/// functions are inlined, each call has an entry in the debug information, which duplicates of its
/// code share. Calls are told apart only within one function of the program, for such functions may
/// have been duplicated before they were inlined. Where calls are not inlined, none is duplicated.
bool are_written_apart(const void* return_address, const void* other) {
  const std::vector<source_frame> frames = frames_of(return_address);
  const std::ptrdiff_t inlined =
      std::ranges::find_if_not(frames, is_library_header, &source_frame::file) - frames.begin();
  const std::lock_guard lock(debug_information::instance().mutex());
  const std::vector<Dwarf_Die> functions = functions_before(return_address);
  const std::vector<Dwarf_Die> others = functions_before(other);
  const auto is_same = [](const Dwarf_Die& a, const Dwarf_Die& b) { return a.addr == b.addr; };
  return inlined < std::ssize(functions) && functions.size() == others.size() &&
         std::equal(functions.begin() + inlined, functions.end(), others.begin() + inlined,
                    is_same) &&
         (inlined == 0 || !is_same(functions[inlined - 1], others[inlined - 1]));
}

// --- Variables -----------------------------------------------------------------------------------

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
  return true;
}

void read_declaration(Dwarf_Die* variable, variable_declaration& declaration) {
  Dwarf_Die origin = origin_of(*variable);
  declaration.file = file_of(&origin, DW_AT_decl_file);
  declaration.line = number_of(&origin, DW_AT_decl_line);
  declaration.type = layout_of(type_of(&origin));
}

/// Calls f(variable, its scopes) for the thread-local variable at an offset, if it is below an
/// entry.
template <class F>
bool with_thread_local(Dwarf_Die* parent, std::size_t offset, F f) {
  return any_child(parent, [&](Dwarf_Die& child) {
    Dwarf_Word found = 0;
    if (dwarf_tag(&child) == DW_TAG_variable && thread_local_offset(&child, found) &&
        found == offset) {
      f(&child);
      return true;
    }
    return with_thread_local(&child, offset, f);
  });
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
  // libdwfl adds the load address to the offset, too.
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

/// Whether two variables are declared at one place with one type, as in the instances of a template
/// for several lambdas, whose names are equal.
bool is_same_declaration(Dwarf_Die a, Dwarf_Die b) {
  const element_type of_a = type_of(&a);
  const element_type of_b = type_of(&b);
  return file_of(&a, DW_AT_decl_file) == file_of(&b, DW_AT_decl_file) &&
         number_of(&a, DW_AT_decl_line) == number_of(&b, DW_AT_decl_line) &&
         of_a.name == of_b.name && of_a.dimensions == of_b.dimensions;
}

/// Whether a variable directly below an entry may have a name. With optimization, Clang 14 moves
/// the thread-local variables of inlined functions to functions of their own, which have no name.
bool may_have_name(Dwarf_Die* parent, const std::string& variable, const std::string& name) {
  if (dwarf_tag(parent) == DW_TAG_subprogram && dwarf_diename(parent) == nullptr) {
    return name.ends_with("::" + variable);
  }
  const std::string scope = without_parameters(name_of(parent));
  return (scope.empty() ? scope : scope + "::") + variable == name;
}

/// Adds the variables of a name whose location is not described, if they are below an entry.
void find_without_location(Dwarf_Die* parent, const std::string& name,
                           std::vector<Dwarf_Die>& found) {
  any_child(parent, [&](Dwarf_Die& child) {
    const char* const last = dwarf_diename(&child);
    if (dwarf_tag(&child) == DW_TAG_variable && last != nullptr && name.ends_with(last) &&
        !dwarf_hasattr_integrate(&child, DW_AT_location)) {
      if (!may_have_name(parent, last, name)) return false;
      found.push_back(origin_of(child));
    }
    find_without_location(&child, name, found);
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

/// Removes the variables that are not the first one declared after the function begins.
void keep_first_in(Dwarf_Die function, std::vector<Dwarf_Die>& variables) {
  const auto begin = number_of(&function, DW_AT_decl_line);
  std::erase_if(variables, [&](Dwarf_Die v) {
    return file_of(&v, DW_AT_decl_file) != file_of(&function, DW_AT_decl_file) ||
           number_of(&v, DW_AT_decl_line) < begin;
  });
  const auto first =
      std::min_element(variables.begin(), variables.end(), [](Dwarf_Die a, Dwarf_Die b) {
        return number_of(&a, DW_AT_decl_line) < number_of(&b, DW_AT_decl_line);
      });
  if (first != variables.end()) variables = {*first};
}

/// The same for a variable of a module. Compilers for 64-bit ARM do not describe where thread-local
/// variables are. There, all of its name have one declaration, or it is the first one of its name
/// in its function.
template <class F>
void with_thread_local_of(Dwarf_Addr module_base, std::size_t offset, F f) {
  Dwfl_Module* module = debug_information::instance().module_at(module_base);
  if (module == nullptr) return;
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = nullptr;
  while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) {
    if (with_thread_local(unit, offset, f)) return;
  }
  const std::string symbol = thread_local_symbol(module, offset);
  if (symbol.empty()) return;
  const std::string name = without_parameters(demangle(symbol.c_str()));
  std::vector<Dwarf_Die> found;
  std::optional<Dwarf_Die> function;
  while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) {
    find_without_location(unit, name, found);
    if (!function) function = find_function_of(unit, symbol);
  }
  if (function) keep_first_in(*function, found);
  const bool is_unique =
      !found.empty() && std::all_of(found.begin(), found.end(), [&](const Dwarf_Die& die) {
        return is_same_declaration(die, found.front());
      });
  if (is_unique) f(&found.front());
}

variable_declaration read_thread_local(Dwarf_Addr module_base, std::size_t offset) {
  const std::lock_guard lock(debug_information::instance().mutex());
  variable_declaration declaration;
  with_thread_local_of(module_base, offset,
                       [&](Dwarf_Die* variable) { read_declaration(variable, declaration); });
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

/// read_frames(), which are kept.
const instruction_frames& kept_frames(const void* return_address) {
  static std::mutex mutex;
  static base::immortal<std::unordered_map<const void*, instruction_frames>> cache;
  const std::lock_guard lock(mutex);
  const auto known = cache->find(return_address);
  if (known != cache->end()) return known->second;
  return cache
      ->emplace(return_address, read_frames(reinterpret_cast<Dwarf_Addr>(return_address) - 1))
      .first->second;
}

}  // namespace

std::vector<source_frame> frames_of(const void* return_address) {
  return kept_frames(return_address).all;
}

source_frame nearest_location(const void* return_address) {
  return read_nearest_location(reinterpret_cast<Dwarf_Addr>(return_address) - 1);
}

std::vector<source_frame> user_part_of(const void* return_address) {
  const instruction_frames& frames = kept_frames(return_address);
  std::vector<source_frame> users = frames.all;
  if (frames.is_implicit) users.pop_back();
  std::erase_if(users, [](const source_frame& f) { return is_library_header(f.file); });
  return users;
}

std::vector<source_frame> user_frames_of(const void* return_address,
                                         const std::vector<const void*>& calls) {
  std::vector<source_frame> users = user_part_of(return_address);
  for (const void* const call : calls) {
    const std::vector<source_frame> callers = user_part_of(call);
    users.insert(users.end(), callers.begin(), callers.end());
  }
  return users.empty() ? frames_of(return_address) : users;
}

bool is_same_call_site(const void* return_address, const std::vector<const void*>& calls,
                       const void* other, const std::vector<const void*>& other_calls) {
  if (return_address == other && calls == other_calls) return true;
  // Without debug information, two calls in a function are indistinguishable.
  if (user_frames_of(return_address, calls) != user_frames_of(other, other_calls)) return false;
  return return_address == other || !are_written_apart(return_address, other);
}

variable_declaration thread_local_declaration(std::uintptr_t module, std::size_t offset) {
  static std::mutex mutex;
  static base::immortal<std::map<std::pair<std::uintptr_t, std::size_t>, variable_declaration>>
      cache;
  const std::lock_guard lock(mutex);
  auto [entry, is_new] = cache->try_emplace({module, offset});
  if (is_new) entry->second = read_thread_local(module, offset);
  return entry->second;
}

bool is_in_function_of(std::uintptr_t module_base, std::size_t offset, const void* return_address) {
  const std::lock_guard lock(debug_information::instance().mutex());
  std::optional<Dwarf_Die> declaring;
  with_thread_local_of(module_base, offset,
                       [&](Dwarf_Die* variable) { declaring = function_around(variable); });
  if (!declaring) return true;
  const std::vector<Dwarf_Die> functions = functions_before(return_address);
  return std::any_of(functions.begin(), functions.end(),
                     [&](const Dwarf_Die& f) { return origin_of(f).addr == declaring->addr; });
}

static_variable_offset static_variable_at(std::uintptr_t address) {
  debug_information& debug = debug_information::instance();
  const std::lock_guard lock(debug.mutex());
  Dwfl_Module* module = debug.module_at(address);
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

std::string demangle(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(symbol, nullptr, nullptr, &status), std::free);
  std::string name = status == 0 ? text.get() : symbol;
  constexpr std::string_view tag = "[abi:";
  for (std::size_t at = name.find(tag); at != std::string::npos; at = name.find(tag, at)) {
    name.erase(at, name.find(']', at) + 1 - at);
  }
  // Remove the suffix that distinguishes the parts into which the compiler has split a function.
  return as_written(name.substr(0, name.find(" [clone ")));
}

}  // namespace milliamp::detail::symbolize
