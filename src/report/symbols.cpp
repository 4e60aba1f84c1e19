#include "report/symbols.h"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <string_view>
#include <unordered_map>

namespace milliamp::detail {

namespace {

/// The modules of this process, as libdwfl sees them. libdw is not thread-safe: all calls to it
/// are made under one lock.
class debug_information {
 public:
  static debug_information& instance() {
    static debug_information* const loaded = new debug_information;
    return *loaded;
  }

  std::mutex& mutex() { return mutex_; }

  /// The module that contains the address, or null; looks for new modules once before it says so.
  Dwfl_Module* module_at(Dwarf_Addr address) {
    Dwfl_Module* module = dwfl_addrmodule(dwfl_, address);
    if (module == nullptr) {
      load_modules();
      module = dwfl_addrmodule(dwfl_, address);
    }
    return module;
  }

 private:
  debug_information() : dwfl_(dwfl_begin(&callbacks_)) { load_modules(); }

  void load_modules() {
    dwfl_report_begin_add(dwfl_);
    dwfl_linux_proc_report(dwfl_, getpid());
    dwfl_report_end(dwfl_, nullptr, nullptr);
  }

  char* debuginfo_path_ = nullptr;
  Dwfl_Callbacks callbacks_{&dwfl_linux_proc_find_elf, &dwfl_standard_find_debuginfo, nullptr,
                            &debuginfo_path_};
  Dwfl* dwfl_;
  std::mutex mutex_;
};

std::string name_of(Dwarf_Die* die) {
  Dwarf_Attribute attribute;
  for (const unsigned name : {DW_AT_linkage_name, DW_AT_MIPS_linkage_name}) {
    if (dwarf_attr_integrate(die, name, &attribute) != nullptr) {
      return demangle(dwarf_formstring(&attribute));
    }
  }
  const char* name = dwarf_diename(die);
  return name != nullptr ? name : "";
}

/// The file whose number an attribute of an entry has. (dwarf_decl_file does not know that number 0
/// stands for a file since DWARF 5.)
std::string file_of(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  Dwarf_Die unit;
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &number) != 0 ||
      dwarf_diecu(die, &unit, nullptr, nullptr) == nullptr ||
      dwarf_getsrcfiles(&unit, &files, &count) != 0 || number >= count) {
    return "";
  }
  const char* file = dwarf_filesrc(files, number, nullptr, nullptr);
  return file != nullptr ? file : "";
}

int number_of(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  return dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &number) == 0
             ? static_cast<int>(number)
             : 0;
}

/// The compilation unit that contains the address, and the bias of its module. Only some compilers
/// write an index of units by address; without one, each unit is asked.
Dwarf_Die* unit_at(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Addr& bias) {
  if (Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias)) return unit;
  Dwarf_Die* unit = nullptr;
  while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) {
    if (dwarf_haspc(unit, address - bias) > 0) return unit;
  }
  return nullptr;
}

/// The place of an instruction within the innermost function.
source_frame innermost_frame(Dwarf_Die* unit, Dwarf_Addr address) {
  source_frame frame;
  Dwarf_Line* line = dwarf_getsrc_die(unit, address);
  if (line == nullptr) return frame;
  if (const char* file = dwarf_linesrc(line, nullptr, nullptr)) frame.file = file;
  dwarf_lineno(line, &frame.line);
  dwarf_linecol(line, &frame.column);
  return frame;
}

/// Calls f(child) for the children of an entry until it returns true; returns whether it did.
template <class F>
bool any_child(Dwarf_Die* parent, F f) {
  Dwarf_Die child;
  if (dwarf_child(parent, &child) != 0) return false;
  do {
    if (f(child)) return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

/// Adds the functions that were inlined at an address within a function, the innermost first.
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

/// The functions around an address, from the innermost inlined one out to the one that is really
/// called. (dwarf_getscopes does not find a lambda's code where the compiler describes the lambda
/// within the function around it, whose code lies elsewhere.)
bool find_functions(Dwarf_Die* parent, Dwarf_Addr address, std::vector<Dwarf_Die>& functions) {
  return any_child(parent, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) == DW_TAG_subprogram && dwarf_haspc(&child, address) > 0) {
      add_inlined_at(&child, address, functions);
      functions.push_back(child);
      return true;
    }
    return find_functions(&child, address, functions);
  });
}

std::vector<source_frame> read_frames(Dwarf_Addr address) {
  std::vector<source_frame> frames(1);
  debug_information& debug = debug_information::instance();
  const std::lock_guard lock(debug.mutex());
  Dwfl_Module* module = debug.module_at(address);
  if (module == nullptr) return frames;

  Dwarf_Addr bias = 0;
  if (Dwarf_Die* unit = unit_at(module, address, bias)) {
    frames.front() = innermost_frame(unit, address - bias);
    std::vector<Dwarf_Die> functions;
    find_functions(unit, address - bias, functions);
    for (Dwarf_Die& function : functions) {
      frames.back().function = name_of(&function);
      if (dwarf_tag(&function) == DW_TAG_subprogram) break;
      frames.push_back({"", file_of(&function, DW_AT_call_file),
                        number_of(&function, DW_AT_call_line),
                        number_of(&function, DW_AT_call_column)});
    }
  }
  if (frames.front().function.empty()) {
    const char* symbol = dwfl_module_addrname(module, address);
    if (symbol != nullptr) frames.front().function = demangle(symbol);
  }
  return frames;
}

bool is_library_header(const std::string& file) {
  return file.find("include/milliamp/") != std::string::npos;
}

// --- Variables -----------------------------------------------------------------------------------

/// The offset in the thread-local block that a variable's location names, if it does.
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

/// The type behind qualifiers and typedefs, and the name of the first of them that has one.
Dwarf_Die* strip_type(Dwarf_Die* type, std::string& name) {
  for (;;) {
    if (const char* own = dwarf_diename(type); own != nullptr && name.empty()) name = own;
    const int tag = dwarf_tag(type);
    if (tag != DW_TAG_typedef && tag != DW_TAG_const_type && tag != DW_TAG_volatile_type) {
      return type;
    }
    Dwarf_Attribute attribute;
    if (dwarf_formref_die(dwarf_attr_integrate(type, DW_AT_type, &attribute), type) == nullptr) {
      return nullptr;
    }
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

void read_type(Dwarf_Die* variable, variable_declaration& declaration) {
  Dwarf_Attribute attribute;
  Dwarf_Die die;
  if (dwarf_formref_die(dwarf_attr_integrate(variable, DW_AT_type, &attribute), &die) == nullptr) {
    return;
  }
  std::string name;
  Dwarf_Die* type = strip_type(&die, name);
  while (type != nullptr && dwarf_tag(type) == DW_TAG_array_type) {
    read_dimensions(type, declaration.dimensions);
    if (dwarf_formref_die(dwarf_attr_integrate(type, DW_AT_type, &attribute), &die) == nullptr) {
      return;
    }
    name.clear();
    type = strip_type(&die, name);
  }
  if (type == nullptr) return;
  declaration.type = name;
  Dwarf_Word size = 0;
  if (dwarf_aggregate_size(type, &size) == 0) declaration.element_size = size;
}

void read_declaration(Dwarf_Die* variable, variable_declaration& declaration) {
  // What describes the variable may stand apart from the entry that has its location.
  Dwarf_Die origin = *variable;
  Dwarf_Attribute attribute;
  for (const unsigned link : {DW_AT_abstract_origin, DW_AT_specification}) {
    if (dwarf_attr(&origin, link, &attribute) != nullptr) dwarf_formref_die(&attribute, &origin);
  }
  declaration.file = file_of(&origin, DW_AT_decl_file);
  declaration.line = number_of(&origin, DW_AT_decl_line);
  read_type(&origin, declaration);
}

bool find_thread_local(Dwarf_Die* parent, std::size_t offset, variable_declaration& declaration) {
  return any_child(parent, [&](Dwarf_Die& child) {
    Dwarf_Word found = 0;
    if (dwarf_tag(&child) == DW_TAG_variable && thread_local_offset(&child, found) &&
        found == offset) {
      read_declaration(&child, declaration);
      return true;
    }
    return find_thread_local(&child, offset, declaration);
  });
}

variable_declaration read_thread_local(Dwarf_Addr module_base, std::size_t offset) {
  variable_declaration declaration;
  debug_information& debug = debug_information::instance();
  const std::lock_guard lock(debug.mutex());
  Dwfl_Module* module = debug.module_at(module_base);
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = nullptr;
  while (module != nullptr && (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) {
    if (find_thread_local(unit, offset, declaration)) break;
  }
  return declaration;
}

}  // namespace

std::vector<source_frame> frames_of(const void* return_address) {
  static std::mutex mutex;
  static std::unordered_map<const void*, std::vector<source_frame>> known;
  const std::lock_guard lock(mutex);
  auto [entry, is_new] = known.try_emplace(return_address);
  if (is_new) entry->second = read_frames(reinterpret_cast<Dwarf_Addr>(return_address) - 1);
  return entry->second;
}

std::vector<source_frame> user_callers_of(const void* return_address) {
  std::vector<source_frame> users = frames_of(return_address);
  users.erase(std::remove_if(users.begin(), users.end(),
                             [](const source_frame& f) { return is_library_header(f.file); }),
              users.end());
  return users;
}

std::vector<source_frame> user_frames_of(const void* return_address) {
  std::vector<source_frame> users = user_callers_of(return_address);
  return users.empty() ? frames_of(return_address) : users;
}

bool is_same_call_site(const void* return_address, const void* other) {
  if (return_address == other) return true;
  const std::vector<source_frame> frames = user_frames_of(return_address);
  return frames.front().line != 0 && frames == user_frames_of(other);
}

variable_declaration thread_local_declaration(std::uintptr_t module, std::size_t offset) {
  static std::mutex mutex;
  static std::unordered_map<std::uintptr_t, std::unordered_map<std::size_t, variable_declaration>>
      known;
  const std::lock_guard lock(mutex);
  auto [entry, is_new] = known[module].try_emplace(offset);
  if (is_new) entry->second = read_thread_local(module, offset);
  return entry->second;
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
  return name;
}

std::string source_line(const std::string& file, int line) {
  std::ifstream source(file);
  std::string text;
  for (int i = 0; i < line; ++i) {
    if (!std::getline(source, text)) return "";
  }
  return text;
}

}  // namespace milliamp::detail
