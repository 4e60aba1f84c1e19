/// @file
/// C++ AMP on the CPU: textures and the short vector types (spec 10).
#ifndef MILLIAMP_AMP_GRAPHICS_H
#define MILLIAMP_AMP_GRAPHICS_H

#include <milliamp/detail/requirements.h>
#if MILLIAMP_REQUIREMENTS_MET

#include <milliamp/prelude.h>

#include <milliamp/detail/hide_macros.h>

#include <milliamp/sampler.h>
#include <milliamp/texture.h>
#include <milliamp/texture_copy.h>
#include <milliamp/texture_interop.h>
#include <milliamp/texture_view.h>

#include <amp_short_vectors.h>

#include <milliamp/detail/restore_macros.h>

#endif  // MILLIAMP_REQUIREMENTS_MET

#endif
