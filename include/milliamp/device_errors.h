/// @file
/// What a thread of a kernel says, and how it gives up (spec 12.3). They work on all accelerators,
/// in checked programs and in plain ones.
///
///     parallel_for_each(values.extent, [=](index<1> i) restrict(amp) {
///       if (values[i] < 0) direct3d_errorf("%d is negative", values[i]);
///     });
///
/// Each message is a line on standard error that begins with the coordinates of the thread, as in
/// `thread local (3) tile (0) global (3): error: -1 is negative`. Threads run at the same time, so
/// the order of lines is not that of threads.
#ifndef MILLIAMP_DEVICE_ERRORS_H
#define MILLIAMP_DEVICE_ERRORS_H

#include <milliamp/export.h>

namespace concurrency {

/// Prints a message; what the format and the values after it mean is as for the C library's printf.
__attribute__((format(printf, 1, 2))) MILLIAMP_API void direct3d_printf(const char* format_string,
                                                                        ...);

/// Prints an error message. The thread goes on; when the launch has ended, its parallel_for_each
/// throws a runtime_exception with the message and the thread's coordinates. Of several, it throws
/// the one of the lowest thread.
/// @throws runtime_exception at once when the host calls it
__attribute__((format(printf, 1, 2))) MILLIAMP_API void direct3d_errorf(const char* format_string,
                                                                        ...);

/// Ends the calling thread, without running destructors. Other threads go on, but not beyond a
/// barrier at which they would have to meet it; when the launch has ended, its parallel_for_each
/// throws a runtime_exception, as for direct3d_errorf().
/// @throws runtime_exception at once when the host calls it
[[noreturn]] MILLIAMP_API void direct3d_abort();

}  // namespace concurrency

#endif
