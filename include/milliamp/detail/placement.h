/// @file
/// Where an array goes (spec 3.2.1, 5.1.2).
#ifndef MILLIAMP_DETAIL_PLACEMENT_H
#define MILLIAMP_DETAIL_PLACEMENT_H

#include <milliamp/accelerator_view.h>
#include <milliamp/access_type.h>

namespace milliamp::detail {

/// The default view of the default accelerator. The default cannot be set any more after this.
MILLIAMP_API const concurrency::accelerator_view& default_place();

/// Returns place, the CPU, for a staging array that is filled as it is made.
/// @throws concurrency::runtime_exception for another place
MILLIAMP_API const concurrency::accelerator_view& require_host(
    const concurrency::accelerator_view& place);

/// The access that the host has to an array for which access was asked.
/// @throws concurrency::runtime_exception when the accelerator has no memory that allows it
MILLIAMP_API concurrency::access_type allowed_access(const concurrency::accelerator_view& place,
                                                     concurrency::access_type access);

/// Throws concurrency::runtime_exception for an array that its program closed to the host: one of
/// access_type_none where the host could access it.
MILLIAMP_API void check_open_to_host(const concurrency::accelerator_view& place,
                                     concurrency::access_type allowed);

/// Throws it for an access of the host to an element of any array of access_type_none.
[[noreturn]] __attribute__((cold)) MILLIAMP_API void throw_closed_to_host();

}  // namespace milliamp::detail

#endif
