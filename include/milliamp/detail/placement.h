/// @file
/// The accelerator view of an array, and the host's access to it (spec 3.2.1, 5.1.2).
#ifndef MILLIAMP_DETAIL_PLACEMENT_H
#define MILLIAMP_DETAIL_PLACEMENT_H

#include <milliamp/accelerator_view.h>
#include <milliamp/access_type.h>

namespace milliamp::detail {

/// The default view of the default accelerator. After this call, the default cannot be changed.
MILLIAMP_API const concurrency::accelerator_view& default_accelerator();

/// Returns accelerator if it is on the CPU, as required for a staging array that is constructed
/// with initial values.
/// @throws concurrency::runtime_exception for another accelerator
MILLIAMP_API const concurrency::accelerator_view& require_host(
    const concurrency::accelerator_view& accelerator);

/// The CPU access type of an array for which access was requested.
/// @throws concurrency::runtime_exception when the accelerator's memory does not allow it
MILLIAMP_API concurrency::access_type allowed_access(
    const concurrency::accelerator_view& accelerator, concurrency::access_type access);

/// Throws runtime_exception: the host accessed an element of an array with access_type_none.
[[noreturn]] __attribute__((cold)) MILLIAMP_API void throw_closed_to_host();

}  // namespace milliamp::detail

#endif
