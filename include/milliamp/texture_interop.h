/// @file
/// Placeholders for the optional functions that convert textures and samplers to Direct3D objects
/// and back (spec 10.1.16, 10.2.9, 10.3.6, 10.4.7). They are not supported: a use does not compile,
/// and the error says why.
#ifndef MILLIAMP_TEXTURE_INTEROP_H
#define MILLIAMP_TEXTURE_INTEROP_H

#include <milliamp/detail/absent_interop.h>

namespace concurrency::graphics::direct3d {

MILLIAMP_ABSENT_MAKER(make_texture)
MILLIAMP_ABSENT_FUNCTION(get_texture)
MILLIAMP_ABSENT_FUNCTION(make_sampler)
MILLIAMP_ABSENT_FUNCTION(get_sampler)

}  // namespace concurrency::graphics::direct3d

#endif
