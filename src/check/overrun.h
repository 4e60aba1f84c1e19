/// @file
/// Where an index that is out of the bounds of a C array leads, so that the access, of which the
/// instrumented code tells next, is not taken for one to the variable that happens to lie there.
#pragma once

#include "engine/tile_arena.h"
#include "report/finding.h"
#include "symbolize/type_layout.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::check {

/// An index that the compiler's check has found to be out of bounds.
struct bad_index {
  /// The dimensions of the type that is indexed, which may be that of a row; none: unknown.
  std::vector<std::uint64_t> lengths;
  std::int64_t value = 0;
  source_frame place;
};

class overrun {
 public:
  overrun() = default;
  /// Where the index leads to from each array of such lengths in tile_static memory: by what name
  /// the program knows the array, be it that of a reference or of a member, makes no difference.
  overrun(const bad_index& index, const engine::tile_arena& arena);

  /// Whether it may lead to any place.
  bool is_any() const { return !targets_.empty(); }
  /// Whether the index leads to an address.
  bool leads_to(std::uintptr_t address) const;
  /// Whether an access is the one that the index is for: by its address, and the line it is on.
  bool is_access(std::uintptr_t address, const void* return_address) const;

 private:
  /// The same element in each row of an array.
  struct target {
    std::uintptr_t first;
    std::size_t element_size;
    std::size_t row_size;
    std::size_t rows;

    bool contains(std::uintptr_t address) const {
      const std::uintptr_t distance = address - first;
      return distance / row_size < rows && distance % row_size < element_size;
    }
  };

  void add_targets(std::uintptr_t begin, const symbolize::type_layout& type,
                   const bad_index& index);

  std::vector<target> targets_;
  source_frame place_;
};

}  // namespace milliamp::detail::check
