/// @file
/// C++ AMP on the CPU: the mathematical functions (spec 9).
#ifndef MILLIAMP_AMP_MATH_H
#define MILLIAMP_AMP_MATH_H

#include <milliamp/detail/requirements.h>
#if MILLIAMP_REQUIREMENTS_MET

#include <milliamp/prelude.h>

#include <milliamp/detail/hide_macros.h>

#include <milliamp/fast_math.h>
#include <milliamp/precise_math.h>

#include <amp.h>

#include <milliamp/detail/restore_macros.h>

#endif  // MILLIAMP_REQUIREMENTS_MET

#endif
