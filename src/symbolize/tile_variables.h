/// @file
/// The tile_static variables of the loaded modules, found by the ABI tag that the macro tile_static
/// adds to their ELF symbols.
#pragma once

#include "base/modules.h"
#include "symbolize/variables.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace milliamp::detail::symbolize {

/// A tile_static variable of a module.
struct tile_variable {
  std::string name;    ///< qualified by its function: `main::{lambda…}::operator()(…)::sum`
  std::size_t offset;  ///< in the module's thread-local block
  std::size_t size;    ///< in bytes
  /// The class of the kernel whose call operator declares the variable; empty: another function.
  std::string kernel = {};

  /// The name without its scopes: `sum`.
  std::string short_name() const;
  /// The function that declares it, without parameters and result: `sum_of<float, 64>`.
  std::string function() const;
};

/// Unused memory after a tile_static variable. The compiler plugins add it to instrumented code.
struct red_zone {
  std::size_t offset;  ///< in the module's thread-local block
  std::size_t size;    ///< in bytes
};

/// The tile_static variables of one executable or shared library, sorted by offset.
struct tile_module {
  std::string path;        ///< of its file; empty for the executable
  std::uintptr_t begin;    ///< of its memory
  std::size_t tls_module;  ///< the module's number for thread-local storage
  std::vector<tile_variable> variables;
  std::vector<red_zone> red_zones;  ///< sorted by offset
  /// Offsets of the guard variables, which record that a variable has been constructed.
  std::vector<std::size_t> guards;
  /// Size of the thread-local block if the module's file cannot be read, or if the module is
  /// instrumented and its symbols have been stripped: any byte of the block may be tile_static.
  /// Otherwise 0.
  std::size_t unknown_size = 0;
};

/// All modules that may have tile_static variables.
struct known_tile_modules {
  base::loader_generation generation;  ///< when they were loaded
  std::vector<std::shared_ptr<const tile_module>> modules;
};

/// Reads modules that were loaded since the last call; cheap if there are none.
known_tile_modules tile_modules();

/// A byte of a tile_static variable.
struct tile_static_location {
  std::shared_ptr<const tile_module> module;  ///< keeps the variable alive
  const tile_variable* variable = nullptr;    ///< null: no variable
  std::size_t offset = 0;                     ///< from the beginning of the variable
};

/// The declaration of the variable at a location, which must have one.
variable_declaration declaration_of(const tile_static_location& location);

}  // namespace milliamp::detail::symbolize
