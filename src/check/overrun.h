/// @file
/// Target addresses of an index out of the bounds of a C array. The access, which instrumented code
/// reports next, does not count as an access to the variable at that address.
#pragma once

#include "engine/tile_arena.h"
#include "report/finding.h"
#include "symbolize/captures.h"
#include "symbolize/type_layout.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::check {

/// An index that the compiler's check has reported as out of bounds.
struct bad_index {
  /// Dimensions of the indexed type, which may be that of a row; empty: unknown.
  std::vector<std::uint64_t> lengths;
  std::int64_t value = 0;
  source_frame location;
};

class overrun {
 public:
  overrun() = default;
  /// Computes the targets of the index from every array with these lengths that is tile_static or
  /// captured, since the compiler's check does not pass the array: the program may use a reference
  /// or a member.
  overrun(const bad_index& index, const engine::tile_arena& arena,
          const std::vector<symbolize::captured_memory>& captures);

  /// Whether the index has no known target.
  bool empty() const { return targets_.empty(); }
  /// Whether an address is a target of the index.
  bool leads_to(std::uintptr_t address) const;
  /// Whether an access is in the source line of the index.
  bool is_in_line(const void* return_address) const;
  /// Whether an access uses the index, judged by its address and its source line.
  bool is_access(std::uintptr_t address, const void* return_address) const;

 private:
  /// The memory ranges of an object: one, or one in each element of a container.
  struct repetition {
    std::size_t distance = 1;  ///< bytes
    std::size_t count = 1;
  };
  /// One element in each row of an array.
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

  void add_targets(std::uintptr_t begin, const symbolize::type_layout& type, const bad_index& index,
                   repetition of_object);

  std::vector<target> targets_;
  source_frame location_;
};

}  // namespace milliamp::detail::check
