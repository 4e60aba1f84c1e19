/// @file
/// C++ AMP on the CPU: the mathematical functions (spec 9).
#ifndef MILLIAMP_AMP_MATH_H
#define MILLIAMP_AMP_MATH_H

#include <milliamp/prelude.h>

#include <milliamp/fast_math.h>
#include <milliamp/precise_math.h>

#include <amp.h>

#endif
