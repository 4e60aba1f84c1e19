/// @file
/// Names of variables and elements at memory addresses, as the source of a kernel calls them.
#pragma once

#include "base/memory_range.h"
#include "report/finding.h"
#include "symbolize/captures.h"
#include "symbolize/tile_variables.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace milliamp::detail::diagnose {

/// The kernel of a launch, whose captured variables name global memory.
struct kernel_function {
  const void* object = nullptr;  ///< the function object; null: no kernel
  const void* code = nullptr;    ///< a function in the object file that calls the kernel
  bool has_fences = false;       ///< its threads have fenced global memory apart from barriers
};

/// An address that threads of a kernel access.
struct memory_location {
  std::uintptr_t address;
  bool is_tile_static;
  symbolize::tile_static_location tile_static;  ///< its variable is null for global memory
};

/// The variable of a tile_static location, with its type: `tile_static float sum`.
std::string variable_of(const symbolize::tile_static_location& location,
                        const symbolize::variable_declaration& declaration);

/// Sets the variable, name, element and declaration of a finding to those at a location. If no
/// variable is known there, they say tile_static memory.
void describe_tile_static(const symbolize::tile_static_location& location, finding& found);

/// Sets the variable, name, element and declaration of a finding, which has its events, to those of
/// any memory. For captured variables, adds a note that explains the name.
void describe_memory(const memory_location& location, const kernel_function& kernel,
                     finding& found);

/// Names memory of no known variable as the first event of a finding does: `p[3]`. A note has its
/// address.
void name_as_accessed(finding& found);

/// What a kernel calls a container that it accesses.
struct container_name {
  std::string variable;  ///< the captured variable: `array_view<int, 2> product`; empty: unknown
  std::string begin;     ///< the first element of a part of it: `product(1,0)`; empty: the whole
};

/// The captured array or view that begins at an address and has these lengths, or else one that
/// contains the address.
/// @param access the source location of the access, which distinguishes variables of the same
///   memory: the one that the line uses nearest to its column is meant
container_name captured_container(const kernel_function& kernel, const void* data,
                                  const std::vector<std::int64_t>& lengths,
                                  const source_frame& access);

/// The captured memory of a kernel that is nearest to an address outside of it; none if the kernel
/// has captured no memory within a range.
/// @param range empty: all memory
std::optional<symbolize::captured_memory> nearest_capture(const kernel_function& kernel,
                                                          std::uintptr_t address,
                                                          const base::memory_range& range);

}  // namespace milliamp::detail::diagnose
