/// @file
/// Indices, parts and pointers that lead out of their array, container or variable.
#pragma once

#include "base/memory_range.h"
#include "diagnose/event.h"
#include "diagnose/memory.h"
#include "symbolize/stack_trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <typeinfo>
#include <vector>

namespace milliamp::detail::diagnose {

// --- C arrays ------------------------------------------------------------------------------------

/// An index out of the bounds of a C array, as found by the compiler's check.
struct array_index_fact {
  std::string array_type;  ///< `int[4][8]`
  std::size_t dimensions;  ///< 0: unknown
  std::string index;       ///< in decimal; empty: unknown
  /// The source location that the compiler passes; its file is null if unknown.
  const char* file;
  int line;
  int column;
  call_site call;
  std::optional<thread_position> thread;  ///< none on the host
};

finding diagnose(const array_index_fact& access);

/// Whether the index is used to compute a pointer, as in `array + i`, and not for an access. Clang
/// checks both.
bool is_pointer_arithmetic(const array_index_fact& access);

// --- Containers ----------------------------------------------------------------------------------

enum class container_kind : std::uint8_t { array, view, view_of_const, texture };

/// An array, view or texture.
struct container {
  container_kind kind;
  const std::type_info* element_type;
  const void* data;
  std::vector<int> lengths;
};

/// The type of a container: `array_view<const int, 2>`.
std::string type_of(const container& c);

/// An access to a container.
struct container_access {
  container whole;
  symbolize::stack_trace call_site;
  kernel_function kernel;                 ///< none on the host
  std::optional<thread_position> thread;  ///< none on the host
};

/// An index out of the bounds of an array or view.
struct element_index_fact {
  container_access access;
  std::vector<int> index;
};

finding diagnose(const element_index_fact& element);

/// A part of a view that is not within the view.
struct part_fact {
  container_access access;
  const char* part;                        ///< `section`
  std::optional<std::vector<int>> origin;  ///< none: the part has the origin of the whole
  std::optional<std::vector<int>> extent;  ///< none for a slice, whose origin has one component
};

finding diagnose(const part_fact& part);

/// One sentence about the part without its full stop.
/// @param whole the name or type of the view
std::string summary_of(const part_fact& part, const std::string& whole);

/// An index out of the bounds of a texture, or a mipmap level that it does not have.
struct texel_index_fact {
  container_access access;
  std::vector<int> index;
  unsigned int level;
  unsigned int levels;
  std::vector<int> level_lengths;
};

finding diagnose(const texel_index_fact& texel);

// --- Pointers ------------------------------------------------------------------------------------

/// An access through a pointer past the end of a variable.
struct overrun_fact {
  /// In the variable that the access has passed, or after it; none: not known.
  std::optional<symbolize::tile_static_location> variable;
  bool is_in_no_variable;  ///< the access is known to be outside of all variables
  kernel_access access;
};

finding diagnose(const overrun_fact& overrun);

/// An access to the red zone of a tile_static variable.
struct red_zone_fact {
  kernel_access access;
  std::uintptr_t address;                   ///< the address of the first byte out of bounds
  symbolize::tile_static_location nearest;  ///< the first or last byte of the nearest variable
  base::memory_range variable;              ///< its memory
  std::uint64_t count;
};

finding diagnose(const red_zone_fact& stray);

/// An access to a tile_static variable of another kernel.
struct foreign_variable_fact {
  symbolize::tile_static_location accessed;
  /// The first or last byte of the nearest variable of the kernel's own, if it has any.
  symbolize::tile_static_location nearest;
  kernel_access access;
  std::uint64_t count;
};

finding diagnose(const foreign_variable_fact& foreign);

/// An access to global memory by a pointer that has left an array or a view.
struct stray_access_fact {
  kernel_access access;
  std::uintptr_t address;   ///< the address of the first byte out of bounds
  base::memory_range left;  ///< the elements before or after it; empty: no memory is mapped
  kernel_function kernel;
  std::uint64_t count;
};

finding diagnose(const stray_access_fact& stray);

}  // namespace milliamp::detail::diagnose
