/// @file
/// Placeholders for the optional functions that convert accelerator views and arrays to Direct3D
/// objects and back (spec 11). They are not supported: a use does not compile, and the error says
/// why.
#ifndef MILLIAMP_DIRECT3D_INTEROP_H
#define MILLIAMP_DIRECT3D_INTEROP_H

#include <milliamp/detail/absent_interop.h>

namespace concurrency::direct3d {

MILLIAMP_ABSENT_FUNCTION(create_accelerator_view)
MILLIAMP_ABSENT_FUNCTION(is_timeout_disabled)
MILLIAMP_ABSENT_FUNCTION(get_device)
MILLIAMP_ABSENT_MAKER(make_array)
MILLIAMP_ABSENT_FUNCTION(get_buffer)
MILLIAMP_ABSENT_FUNCTION(d3d_access_lock)
MILLIAMP_ABSENT_FUNCTION(d3d_access_try_lock)
MILLIAMP_ABSENT_FUNCTION(d3d_access_unlock)

}  // namespace concurrency::direct3d

#endif
