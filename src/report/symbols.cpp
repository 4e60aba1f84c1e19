#include "report/symbols.h"

#include <cxxabi.h>
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

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

std::string call_file(Dwarf_Die* inlined, Dwarf_Die* unit) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  if (dwarf_formudata(dwarf_attr(inlined, DW_AT_call_file, &attribute), &number) != 0) return "";
  Dwarf_Files* files = nullptr;
  std::size_t count = 0;
  if (dwarf_getsrcfiles(unit, &files, &count) != 0 || number >= count) return "";
  const char* name = dwarf_filesrc(files, number, nullptr, nullptr);
  return name != nullptr ? name : "";
}

int number_of(Dwarf_Die* die, unsigned name) {
  Dwarf_Attribute attribute;
  Dwarf_Word number = 0;
  return dwarf_formudata(dwarf_attr_integrate(die, name, &attribute), &number) == 0
             ? static_cast<int>(number)
             : 0;
}

/// Fills in the place of an instruction within the innermost function.
void read_line(Dwfl_Module* module, Dwarf_Addr address, source_frame& frame) {
  Dwfl_Line* line = dwfl_module_getsrc(module, address);
  if (line == nullptr) return;
  const char* file =
      dwfl_lineinfo(line, nullptr, &frame.line, &frame.column, nullptr, nullptr);
  if (file != nullptr) frame.file = file;
}

bool is_function(int tag) { return tag == DW_TAG_subprogram || tag == DW_TAG_inlined_subroutine; }

std::vector<source_frame> read_frames(Dwarf_Addr address) {
  std::vector<source_frame> frames(1);
  debug_information& debug = debug_information::instance();
  const std::lock_guard lock(debug.mutex());
  Dwfl_Module* module = debug.module_at(address);
  if (module == nullptr) return frames;
  read_line(module, address, frames.front());

  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = dwfl_module_addrdie(module, address, &bias);
  Dwarf_Die* scopes = nullptr;
  const int count = unit != nullptr ? dwarf_getscopes(unit, address - bias, &scopes) : 0;
  for (int i = 0; i < count; ++i) {
    const int tag = dwarf_tag(&scopes[i]);
    if (!is_function(tag)) continue;
    frames.back().function = name_of(&scopes[i]);
    if (tag == DW_TAG_subprogram) break;
    source_frame caller;
    caller.file = call_file(&scopes[i], unit);
    caller.line = number_of(&scopes[i], DW_AT_call_line);
    caller.column = number_of(&scopes[i], DW_AT_call_column);
    frames.push_back(caller);
  }
  std::free(scopes);
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
  Dwarf_Die child;
  if (dwarf_child(array, &child) != 0) return;
  do {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) continue;
    Dwarf_Attribute attribute;
    Dwarf_Word value = 0;
    if (dwarf_formudata(dwarf_attr(&child, DW_AT_count, &attribute), &value) == 0) {
      dimensions.push_back(value);
    } else if (dwarf_formudata(dwarf_attr(&child, DW_AT_upper_bound, &attribute), &value) == 0) {
      dimensions.push_back(value + 1);
    }
  } while (dwarf_siblingof(&child, &child) == 0);
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
  if (const char* file = dwarf_decl_file(&origin)) declaration.file = file;
  dwarf_decl_line(&origin, &declaration.line);
  read_type(&origin, declaration);
}

bool find_thread_local(Dwarf_Die* parent, std::size_t offset, variable_declaration& declaration) {
  Dwarf_Die child;
  if (dwarf_child(parent, &child) != 0) return false;
  do {
    Dwarf_Word found = 0;
    if (dwarf_tag(&child) == DW_TAG_variable && thread_local_offset(&child, found) &&
        found == offset) {
      read_declaration(&child, declaration);
      return true;
    }
    if (find_thread_local(&child, offset, declaration)) return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
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

std::vector<source_frame> user_frames_of(const void* return_address) {
  const std::vector<source_frame> frames = frames_of(return_address);
  std::vector<source_frame> users;
  for (const source_frame& frame : frames) {
    if (!is_library_header(frame.file)) users.push_back(frame);
  }
  return users.empty() ? frames : users;
}

bool is_same_call_site(const void* return_address, const void* other) {
  if (return_address == other) return true;
  const std::vector<source_frame> frames = frames_of(return_address);
  return frames.front().line != 0 && frames == frames_of(other);
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
