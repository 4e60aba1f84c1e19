/// @file
/// Kernels with more tile_static memory than a tile can have (spec 2.4.3.5.1).
#pragma once

#include "report/finding.h"
#include "symbolize/stack_trace.h"
#include "symbolize/tile_variables.h"

#include <cstddef>
#include <exception>
#include <typeinfo>
#include <vector>

namespace milliamp::detail::diagnose {

/// A kernel whose tile_static variables exceed the limit.
struct tile_static_limit_fact {
  const std::type_info* kernel;
  std::size_t limit;                                       ///< in bytes
  std::size_t total;                                       ///< in bytes
  std::vector<symbolize::tile_static_location> variables;  ///< the largest first
  symbolize::stack_trace launch;
};

finding diagnose(const tile_static_limit_fact& excess);

/// The runtime_exception with which the launch ends.
std::exception_ptr tile_static_limit_failure(const tile_static_limit_fact& excess);

}  // namespace milliamp::detail::diagnose
