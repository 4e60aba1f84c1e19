/// @file
/// Separates the exceptions that the threads of a tile have in flight.
///
/// The C++ runtime counts uncaught exceptions and lists those being handled for each OS thread, but
/// the threads of a tile share one OS thread. A kernel thread that waits at a barrier in a handler,
/// or in a destructor during unwinding, takes its exceptions along and restores them afterwards.
#pragma once

#include <milliamp/detail/tile.h>

#include <cxxabi.h>

#include <utility>

namespace milliamp::detail::fiber {

/// The C++ runtime's record for the calling OS thread.
inline exceptions_in_flight& exceptions_of_this_thread() noexcept {
  return *reinterpret_cast<exceptions_in_flight*>(abi::__cxa_get_globals());
}

/// Sets the exceptions of a kernel thread aside during its lifetime, while others run on the OS
/// thread.
class scoped_exception_state {
 public:
  explicit scoped_exception_state(exceptions_in_flight& record) noexcept
      : record_(record), saved_(std::exchange(record, {})) {}
  /// Adds to the count: the exception that ends a failed tile may be in flight by now.
  ~scoped_exception_state() {
    record_.handled = saved_.handled;
    record_.uncaught += saved_.uncaught;
  }
  scoped_exception_state(const scoped_exception_state&) = delete;
  scoped_exception_state& operator=(const scoped_exception_state&) = delete;

 private:
  exceptions_in_flight& record_;
  const exceptions_in_flight saved_;
};

}  // namespace milliamp::detail::fiber
