/// @file
/// An access to memory, as the instrumented code reports it.
#pragma once

#include "report/finding.h"

#include <compare>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

/// What an instruction does to memory.
enum class operation : std::uint8_t {
  read,
  write,
  atomic_load,
  atomic_store,
  atomic_exchange,  ///< how C++ AMP, which has no atomic store (spec 6), stores; it may be a load,
                    ///< too
  atomic_update
};

/// The column and row of the table of compatible operations (spec 8.1.2.2) that it falls under.
constexpr report::access_kind kind_of(operation op) {
  switch (op) {
    case operation::read:
      return report::access_kind::read;
    case operation::write:
      return report::access_kind::write;
    default:
      return report::access_kind::atomic;
  }
}

constexpr bool reads(operation op) {
  return op != operation::write && op != operation::atomic_store;
}

/// Whether what is done depends on the value that is there.
constexpr bool needs_value(operation op) { return reads(op) && op != operation::atomic_exchange; }

constexpr bool writes(operation op) {
  return op != operation::read && op != operation::atomic_load;
}

/// Whether two accesses by different threads to one byte, with no order between them, are a race
/// (spec 8.1.2.2): all but read with read, read with atomic and atomic with atomic.
constexpr bool is_incompatible(report::access_kind a, report::access_kind b) {
  return a == report::access_kind::write || b == report::access_kind::write;
}

/// Whether what two accesses do to a byte may be to write the same value.
constexpr bool are_writes(report::access_kind a, report::access_kind b) {
  return a == report::access_kind::write && b == report::access_kind::write;
}

/// What one place in the code does to some bytes of a word.
struct site_bytes {
  report::access_kind kind;
  std::uint32_t site;   ///< see site_number_of()
  std::uint32_t bytes;  ///< a bit for each byte of the word

  auto operator<=>(const site_bytes&) const = default;
};

/// A thread of a launch as one number: the tile's number shifted by the launch's tile_shift, plus
/// the thread's number in the tile. In an untiled launch every thread is a tile of its own.
using thread_id = std::uint32_t;

}  // namespace milliamp::detail::race
