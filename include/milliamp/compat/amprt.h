/// @file
/// Visual C++'s <amprt.h>: accelerators, exceptions and what else belongs to the runtime of C++
/// AMP.
#ifndef MILLIAMP_COMPAT_AMPRT_H
#define MILLIAMP_COMPAT_AMPRT_H

#include <amp.h>

#endif
