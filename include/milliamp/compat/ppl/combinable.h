/// @file
/// combinable: a value for each thread, which combine() joins. It is oneTBB's, which has the
/// members that Visual C++ documents.
#ifndef MILLIAMP_COMPAT_PPL_COMBINABLE_H
#define MILLIAMP_COMPAT_PPL_COMBINABLE_H

#include <milliamp/prelude.h>

#include <tbb/combinable.h>

namespace concurrency {

using tbb::combinable;

}  // namespace concurrency

#endif
