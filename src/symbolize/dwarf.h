/// @file
/// Access to the debug information of the running program: queries on the debug information entries
/// (DIEs) of libdw. libdw is not thread-safe: callers of these functions hold
/// debug_information::mutex, by a debug_query. Entries are valid during a query.
#pragma once

#include "base/immortal.h"
#include "base/modules.h"
#include "base/mutex.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace milliamp::detail::symbolize {

/// The modules of this process in libdwfl.
class debug_information {
 public:
  static inline base::mutex mutex;

  static debug_information& instance();

  /// Brings the modules up to date with the dynamic loader.
  void update() MILLIAMP_REQUIRES(mutex);
  /// The number of modules that had been unloaded at the last update. A cache is dropped when it
  /// changes.
  unsigned long long unloads() const MILLIAMP_REQUIRES(mutex) { return generation_.unloads; }

  /// Returns the module that contains the address, or null.
  Dwfl_Module* module_at(Dwarf_Addr address) MILLIAMP_REQUIRES(mutex);

 private:
  friend class base::immortal<debug_information>;
  debug_information();

  char* debuginfo_path_ = nullptr;
  Dwfl_Callbacks callbacks_;
  Dwfl* dwfl_ = nullptr;
  base::loader_generation generation_;
};

/// Holds the mutex of the debug information during a query, which begins with an update.
class MILLIAMP_SCOPED_CAPABILITY debug_query {
 public:
  debug_query() MILLIAMP_ACQUIRE(debug_information::mutex);
  ~debug_query() MILLIAMP_RELEASE();
  debug_query(const debug_query&) = delete;
  debug_query& operator=(const debug_query&) = delete;
};

/// Returns the abstract origin or the declaration of an entry, or the entry itself.
Dwarf_Die origin_of(Dwarf_Die die);

/// Returns the qualified name of a function without its parameters. It is the same for all
/// compilers: `main::(lambda)`.
std::string name_of(Dwarf_Die* function) MILLIAMP_REQUIRES(debug_information::mutex);

/// Returns the normalized path of a file of a compilation unit. Debug information may have a path
/// relative to the working directory of the compiler, which need not be that of the program.
/// @param file may be null
std::string path_of(Dwarf_Die* unit, const char* file);

/// Returns the file whose number is the value of an attribute; empty when unknown.
std::string file_of(Dwarf_Die* die, unsigned name) MILLIAMP_REQUIRES(debug_information::mutex);

/// Returns the numeric value of an attribute; 0 without that attribute.
int number_of(Dwarf_Die* die, unsigned name);

/// Finds the entry that an attribute refers to. Returns false without such an attribute.
bool entry_of(Dwarf_Die* die, unsigned name, Dwarf_Die& found);

/// Calls f(child) for the children of an entry until it returns true. Returns whether it did. The
/// thread safety analysis checks f where it is written.
template <class F>
bool any_child(Dwarf_Die* parent, F f) MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
  Dwarf_Die child;
  if (dwarf_child(parent, &child) != 0) return false;
  do {
    if (f(child)) return true;
  } while (dwarf_siblingof(&child, &child) == 0);
  return false;
}

/// The unit with the entries of a compilation unit. With -gsplit-dwarf, these are in another file;
/// returns the unit itself if it does not exist.
Dwarf_Die whole_unit(Dwarf_Die* unit) MILLIAMP_REQUIRES(debug_information::mutex);

/// Calls f(unit) for the units of a module until it returns true. Returns whether it did. The
/// thread safety analysis checks f where it is written.
template <class F>
bool any_unit(Dwfl_Module* module, F f) MILLIAMP_NO_THREAD_SAFETY_ANALYSIS {
  Dwarf_Addr bias = 0;
  Dwarf_Die* unit = nullptr;
  while ((unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr) {
    Dwarf_Die whole = whole_unit(unit);
    if (f(&whole)) return true;
  }
  return false;
}

/// An address of code.
struct code_position {
  Dwarf_Die unit;
  Dwarf_Addr address;  ///< without the bias of the module
};

/// Returns where an address is, if a unit contains it.
std::optional<code_position> position_of(Dwarf_Addr address)
    MILLIAMP_REQUIRES(debug_information::mutex);

/// Returns the functions that contain an address, from the innermost inlined function to the one
/// that is not inlined.
/// @param address without the bias of the module
std::vector<Dwarf_Die> functions_at(Dwarf_Die* unit, Dwarf_Addr address)
    MILLIAMP_REQUIRES(debug_information::mutex);
/// Returns the functions that contain an address with the bias of its module, from the innermost;
/// empty if no unit contains it.
std::vector<Dwarf_Die> functions_at(Dwarf_Addr address) MILLIAMP_REQUIRES(debug_information::mutex);
/// Returns the functions that contain the instruction before an address, from the innermost; empty
/// if no unit contains it.
std::vector<Dwarf_Die> functions_before(const void* return_address)
    MILLIAMP_REQUIRES(debug_information::mutex);

/// The type of the elements of a variable.
struct element_type {
  std::string name;                       ///< `float`
  std::size_t size = 0;                   ///< bytes; 0 when unknown
  std::vector<std::uint64_t> dimensions;  ///< the dimensions of a C array, the first index first
  Dwarf_Die die{};                        ///< without qualifiers and typedefs
};

/// Returns the type of a variable, a member or a parameter.
element_type type_of(Dwarf_Die* variable);

/// Returns the description of a type.
element_type describe_type(Dwarf_Die type);

}  // namespace milliamp::detail::symbolize
