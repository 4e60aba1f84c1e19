/// @file
/// Memory accesses as instrumented code reports them.
#pragma once

#include "report/finding.h"

#include <compare>
#include <cstdint>

namespace milliamp::detail::race {

/// Makes an operation of the number of its kind and a number that distinguishes it from other
/// operations of the kind.
constexpr std::uint8_t number_operation(report::access_kind kind, unsigned number) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(kind) | number << 2);
}

/// What an instruction does to memory.
enum class operation : std::uint8_t {
  read = number_operation(report::access_kind::read, 0),
  write = number_operation(report::access_kind::write, 0),
  atomic_load = number_operation(report::access_kind::atomic_load, 0),
  atomic_store = number_operation(report::access_kind::atomic, 0),
  /// May serve as a store: C++ AMP has no atomic store (spec 6).
  atomic_exchange = number_operation(report::access_kind::atomic, 1),
  atomic_update = number_operation(report::access_kind::atomic, 2)
};

/// The kind of an operation in the table of compatible operations (spec 8.1.2.2).
constexpr report::access_kind kind_of(operation op) {
  return static_cast<report::access_kind>(static_cast<unsigned>(op) & 3);
}

constexpr bool reads(operation op) {
  return op != operation::write && op != operation::atomic_store;
}

constexpr bool is_plain(operation op) { return op == operation::read || op == operation::write; }

/// Whether the effect of the operation depends on the value in memory.
constexpr bool needs_value(operation op) { return reads(op) && op != operation::atomic_exchange; }

constexpr bool writes(operation op) {
  return op != operation::read && op != operation::atomic_load;
}

/// Whether concurrent accesses of these kinds to the same byte by different threads are a data race
/// (spec 8.1.2.2). Read with read, read with atomic and atomic with atomic are not.
constexpr bool is_incompatible(report::access_kind a, report::access_kind b) {
  return a == report::access_kind::write || b == report::access_kind::write;
}

constexpr bool is_atomic(report::access_kind kind) { return kind >= report::access_kind::atomic; }

/// Whether one is a plain read and the other one changes memory atomically. Such accesses are
/// compatible, but if they are concurrent, the value read depends on their order.
constexpr bool is_order_dependent(report::access_kind a, report::access_kind b) {
  using enum report::access_kind;
  return (a == read && b == atomic) || (a == atomic && b == read);
}

/// Whether concurrent accesses of these kinds are a fault: a race or an order-dependent read.
constexpr bool is_fault(report::access_kind a, report::access_kind b) {
  return is_incompatible(a, b) || is_order_dependent(a, b);
}

/// Whether both accesses are plain writes, which may write the same value.
constexpr bool are_writes(report::access_kind a, report::access_kind b) {
  return a == report::access_kind::write && b == report::access_kind::write;
}

/// A kind of access by one call site to some bytes of a word.
struct word_access {
  report::access_kind kind;
  std::uint32_t call_site;  ///< see call_site_number()
  std::uint32_t bytes;      ///< one bit per byte of the word

  auto operator<=>(const word_access&) const = default;
};

/// Identifies a thread of a launch: the number of its tile, shifted left by the launch's
/// tile_shift, plus its number in the tile. In an untiled launch every thread is a separate tile.
using thread_id = std::uint32_t;

}  // namespace milliamp::detail::race
