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

namespace milliamp::detail::fiber {

/// The record of the calling thread of the system.
inline exceptions_in_flight& exceptions_here() noexcept {
  return *reinterpret_cast<exceptions_in_flight*>(abi::__cxa_get_globals());
}

/// While one is alive, others may run on the calling thread of the system.
class scoped_exception_state {
 public:
  explicit scoped_exception_state(exceptions_in_flight& record) noexcept
      : record_(record), mine_(std::exchange(record, {})) {}
  /// By now, the only one in flight can be the one that ends a tile that has failed.
  ~scoped_exception_state() {
    record_.handled = mine_.handled;
    record_.uncaught += mine_.uncaught;
  }
  scoped_exception_state(const scoped_exception_state&) = delete;
  scoped_exception_state& operator=(const scoped_exception_state&) = delete;

 private:
  exceptions_in_flight& record_;
  const exceptions_in_flight mine_;
};

}  // namespace milliamp::detail::fiber
