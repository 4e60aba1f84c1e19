/// @file
/// Programs in which the host and kernels access the memory of one view in turn.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace reliability {

/// The elements of the view.
constexpr int view_length = 8;

enum class view_action {
  view_read,     ///< the host reads an element through the view
  view_write,    ///< the host writes it through the view
  kernel_read,   ///< a kernel on REF reads an element
  kernel_write,  ///< a kernel on REF writes it
  plain_read,    ///< a kernel on WARP reads an element
  plain_write,   ///< a kernel on WARP writes it
  copy_out,      ///< elements are copied into other memory
  copy_in,       ///< elements are overwritten by a copy
  replace,       ///< discard_data(), and a kernel on REF writes all elements
  synchronize,
  refresh,
  host_read,      ///< the host reads an element of the data directly
  host_write,     ///< the host writes it directly
  outside_read,   ///< a kernel on REF reads beyond the end, by an index
  outside_write,  ///< a kernel on REF writes beyond the end, by an index
  stray_read,     ///< a kernel on REF reads beyond the end, by a pointer
  stray_write,    ///< a kernel on REF writes beyond the end, by a pointer
};

/// One operation on a section of the view: its elements from begin on.
struct view_operation {
  view_action what;
  int begin = 0;
  int length = view_length;
  int element = 0;  ///< in the section, or behind it where the action is outside of it
  int value = 0;    ///< what is written; further elements get the values that follow
};

using view_program = std::vector<view_operation>;

/// Generates the same program for the same seed, on every machine. It ends with a synchronization.
view_program generate_view_program(std::uint64_t seed);

/// One line for each operation.
std::string to_string(const view_program& program);

}  // namespace reliability
