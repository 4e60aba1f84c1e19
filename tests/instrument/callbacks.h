/// @file
/// The callbacks of instrumented code, as the tests of the plugins define them in place of the
/// library: they record every call.
#pragma once

#include <cstddef>
#include <vector>

extern "C" int __milliamp_listeners;

namespace milliamp::test {

struct access {
  const void* address;
  std::size_t size;
  bool writes;
  bool operator==(const access&) const = default;
};

inline access read_of(const void* address, std::size_t size) { return {address, size, false}; }
inline access write_of(const void* address, std::size_t size) { return {address, size, true}; }

/// All accesses since forget_callbacks(). Those of a loop that the callback before it has accepted
/// are among them.
inline std::vector<access> accesses;
/// The memory orders of the atomic additions.
inline std::vector<int> orders;
inline int entries = 0;  ///< the number of entries to functions
inline int exits = 0;
inline int loops = 0;  ///< calls of the callback before a loop
/// Whether that accepts the reads of loops.
inline bool accepts_loops = false;
/// What Clang's plugin lets accesses out of bounds use.
inline double scratch = 0;

void forget_callbacks();

}  // namespace milliamp::test
