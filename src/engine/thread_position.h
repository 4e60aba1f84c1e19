/// @file
/// Coordinates of threads in their launch, for messages and findings.
#pragma once

#include "report/finding.h"

#include <milliamp/detail/launch.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::engine {

/// The coordinates of thread `thread` of the tile at `tile`.
thread_position position_of(const tiled_kernel& kernel, const tile_coordinates& tile,
                            thread_number thread);

/// The coordinates of all threads of the tile at `tile`.
std::vector<thread_position> positions_of(const tiled_kernel& kernel, const tile_coordinates& tile);

/// The coordinates of a point, by its index in row-major order.
thread_position position_of(const untiled_kernel& kernel, std::int64_t point);

/// A thread that overflowed its stack, and the size of the stack in bytes.
struct stack_overflow {
  thread_position thread;
  std::size_t stack_size;
  bool is_of_os_thread = false;  ///< the stack is not one of the threads that wait at barriers
};

}  // namespace milliamp::detail::engine
