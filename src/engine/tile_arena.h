/// @file
/// The tile_static variables of the program, and where the tile of a worker has them.
///
/// tile_static is thread-local storage of the worker that runs the tile (see language.h), so the
/// worker's thread-local block is the arena of its tile. The variables are found by the mark that
/// the macro leaves on their ELF symbols.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace milliamp::detail::engine {

/// A tile_static variable of a module.
struct tile_variable {
  std::string name;  ///< with the function it stands in: `main::{lambda…}::operator()(…)::sum`
  std::size_t offset;  ///< in the module's thread-local block
  std::size_t size;    ///< bytes

  /// The name as the source has it: `sum`.
  std::string short_name() const;
};

/// The tile_static variables of one executable or shared library, in the order of their offsets.
struct tile_module {
  std::uintptr_t load_address;
  std::size_t tls_module;  ///< the module's number for the thread-local storage of the system
  std::vector<tile_variable> variables;
  /// Offsets of the flags by which the compiler knows that a variable has been constructed.
  std::vector<std::size_t> guards;
  /// The bytes of the thread-local block when the program is checked and its symbols have been
  /// stripped: any of them may be tile_static. Otherwise 0.
  std::size_t unknown_size = 0;
};

/// All modules that may have tile_static variables. Looks for modules that were loaded since the
/// last call; cheap when there are none.
std::vector<std::shared_ptr<const tile_module>> tile_modules();

/// The arena of the tile that the calling thread runs.
class tile_arena {
 public:
  /// The part of a module's thread-local block that its tile_static variables span; all of it when
  /// they are not known.
  struct region {
    std::byte* block;  ///< the module's thread-local block
    std::byte* begin;  ///< aligned to 16 bytes
    std::size_t size;
    std::shared_ptr<const tile_module> module;
  };

  /// Finds the variables' places in the calling thread; call it at the beginning of a launch.
  /// Returns whether they have changed. From then on, no constructor is called for them.
  bool refresh();

  const std::vector<region>& regions() const { return regions_; }
  /// The sum of the sizes of all variables, in bytes.
  std::size_t size() const;

  /// Overwrites every variable that is known, so that no tile sees what an earlier one has left.
  /// The bytes are all ones: not a number as a float, -1 as an int.
  void poison();

  /// The variable at an address, and the address's distance from its beginning; null: none.
  struct place {
    std::shared_ptr<const tile_module> module;
    const tile_variable* variable = nullptr;
    std::size_t offset = 0;
  };
  place find(const void* address) const;

  /// The last variable before an address; null: none.
  place find_before(const void* address) const;

  /// Whether an address is not far from the variables, in none of them.
  bool is_beside_variables(const void* address) const;

 private:
  std::vector<region> regions_;
  unsigned long long generation_ = 0;
};

}  // namespace milliamp::detail::engine
