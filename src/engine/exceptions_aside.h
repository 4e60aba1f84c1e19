/// @file
/// Keeps apart the exceptions that different threads of a tile have in flight.
///
/// The C++ runtime counts them, and lists those that are being handled, for each thread of the
/// system; but all threads of a tile share one. A thread that waits at a barrier in a handler, or
/// in a destructor that an exception calls, takes what is its own along and puts it back
/// afterwards.
#pragma once

#include <milliamp/detail/tile.h>

#include <cxxabi.h>

#include <utility>

namespace milliamp::detail {

/// The record of the calling thread of the system.
inline exceptions_in_flight& exceptions_here() noexcept {
  return *reinterpret_cast<exceptions_in_flight*>(abi::__cxa_get_globals());
}

/// While one is alive, others may run on the calling thread of the system.
class exceptions_aside {
 public:
  explicit exceptions_aside(exceptions_in_flight& record) noexcept
      : record_(record), mine_(std::exchange(record, {})) {}
  /// By now, the only one in flight can be the one that ends a tile that has failed.
  ~exceptions_aside() {
    record_.handled = mine_.handled;
    record_.uncaught += mine_.uncaught;
  }
  exceptions_aside(const exceptions_aside&) = delete;
  exceptions_aside& operator=(const exceptions_aside&) = delete;

 private:
  exceptions_in_flight& record_;
  const exceptions_in_flight mine_;
};

}  // namespace milliamp::detail
