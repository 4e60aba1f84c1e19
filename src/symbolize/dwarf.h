/// @file
/// What the library reads of the debug information of the running program: libdw's entries with the
/// few questions that are asked of them. libdw is not thread-safe: whoever calls these functions
/// holds debug_information::mutex().
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace milliamp::detail::symbolize {

/// The modules of this process, as libdwfl sees them.
class debug_information {
 public:
  static debug_information& instance();

  std::mutex& mutex() { return mutex_; }

  /// The module that contains the address, or null; looks for new modules once before it says so.
  Dwfl_Module* module_at(Dwarf_Addr address);

 private:
  debug_information();
  void load_modules();

  char* debuginfo_path_ = nullptr;
  Dwfl_Callbacks callbacks_;
  Dwfl* dwfl_;
  std::mutex mutex_;
};

/// The entry that describes what an entry is a copy or the definition of.
Dwarf_Die origin_of(Dwarf_Die die);

/// The name of a function with its scopes and without its parameters, the same from all compilers:
/// `main::(lambda)`.
std::string name_of(Dwarf_Die* function);

/// The path of a file of a compilation unit: compilers that were given a relative one tell it
/// relative to the directory that they ran in, where the program may not run. `..` are resolved.
/// @param file may be null
std::string path_of(Dwarf_Die* unit, const char* file);

/// The file whose number an attribute of an entry has; empty when unknown.
std::string file_of(Dwarf_Die* die, unsigned name);

/// The number that an attribute of an entry has; 0 when it has none.
int number_of(Dwarf_Die* die, unsigned name);

/// The entry that an attribute of an entry refers to. Returns false when there is none.
bool entry_of(Dwarf_Die* die, unsigned name, Dwarf_Die& found);

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

/// The compilation unit that contains the address, and the bias of its module.
Dwarf_Die* unit_at(Dwfl_Module* module, Dwarf_Addr address, Dwarf_Addr& bias);

/// The functions around an address, from the innermost inlined one out to the one that is really
/// called. @param address without the module's bias
std::vector<Dwarf_Die> functions_at(Dwarf_Die* unit, Dwarf_Addr address);

/// What a variable consists of.
struct element_type {
  std::string name;                       ///< `float`
  std::size_t size = 0;                   ///< bytes; 0 when unknown
  std::vector<std::uint64_t> dimensions;  ///< of a C array, the first index first
  Dwarf_Die die{};                        ///< behind qualifiers and typedefs
};

/// The type of a variable, a member or a parameter.
element_type type_of(Dwarf_Die* variable);

/// The same for an entry that is itself a type.
element_type describe_type(Dwarf_Die type);

}  // namespace milliamp::detail::symbolize
