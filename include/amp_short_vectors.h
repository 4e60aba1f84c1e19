/// @file
/// C++ AMP on the CPU: the short vector types (spec 10.7 to 10.10).
#ifndef MILLIAMP_AMP_SHORT_VECTORS_H
#define MILLIAMP_AMP_SHORT_VECTORS_H

#include <milliamp/detail/requirements.h>
#if MILLIAMP_REQUIREMENTS_MET

#include <milliamp/prelude.h>

#include <milliamp/detail/hide_macros.h>

#include <milliamp/short_vectors.h>

#include <amp.h>

#include <milliamp/detail/restore_macros.h>

#endif  // MILLIAMP_REQUIREMENTS_MET

#endif
