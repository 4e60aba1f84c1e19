/// @file
/// An index of a compilation unit, made by one walk over its entries: libdw walks over the whole
/// unit for each question, and a unit that includes standard headers has 100,000 entries.
#pragma once

#include "symbolize/dwarf.h"

#include <cstddef>
#include <vector>

namespace milliamp::detail::symbolize {

/// Used under debug_information::mutex.
class unit_index {
 public:
  /// The index of the unit that contains an entry. It is made when it is first asked for.
  static const unit_index& of(Dwarf_Die entry) MILLIAMP_REQUIRES(debug_information::mutex);

  /// The functions that are not only inlined, in the order of the entries.
  const std::vector<Dwarf_Die>& functions() const { return functions_; }

  /// A function and the entries around it, the outermost first.
  std::vector<Dwarf_Die> scopes_of(const Dwarf_Die& function) const;

 private:
  struct scope {
    Dwarf_Die entry;
    std::size_t outer;  ///< its index in scopes_; that of the unit is its own
  };

  explicit unit_index(Dwarf_Die unit);
  void add_children(std::size_t of_scope);

  std::vector<scope> scopes_;  ///< functions, and entries with children; by address
  std::vector<Dwarf_Die> functions_;
};

}  // namespace milliamp::detail::symbolize
