/// @file
/// Messages and errors of kernel threads (spec 12.3). They work on all accelerators, in checked and
/// in plain programs.
///
///     parallel_for_each(values.extent, [=](index<1> i) restrict(amp) {
///       if (values[i] < 0) direct3d_errorf("%d is negative", values[i]);
///     });
///
/// Each message is a line on standard error that begins with the coordinates of the thread, such as
/// `thread local (3) tile (0) global (3): error: -1 is negative`. Threads run in parallel, so the
/// lines are in no particular order.
#ifndef MILLIAMP_DEVICE_ERRORS_H
#define MILLIAMP_DEVICE_ERRORS_H

#include <milliamp/detail/restrictions.h>
#include <milliamp/export.h>

namespace concurrency {

/// Prints a message. The format string and its arguments are as for the C library's printf.
MILLIAMP_AMP_ONLY __attribute__((format(printf, 1, 2))) MILLIAMP_API void direct3d_printf(
    const char* format_string, ...);

/// Prints an error message. The thread continues. When the launch has ended, parallel_for_each
/// throws a runtime_exception with the message and the thread's coordinates; of several errors, it
/// throws that of the lowest thread.
/// @throws runtime_exception at once if called on the host
MILLIAMP_AMP_ONLY __attribute__((format(printf, 1, 2))) MILLIAMP_API void direct3d_errorf(
    const char* format_string, ...);

/// Ends the calling thread without running destructors. Other threads continue until they reach a
/// barrier that requires it. When the launch has ended, parallel_for_each throws a
/// runtime_exception, as for direct3d_errorf().
/// @throws runtime_exception at once if called on the host
[[noreturn]] MILLIAMP_AMP_ONLY MILLIAMP_API void direct3d_abort();

}  // namespace concurrency

#endif
