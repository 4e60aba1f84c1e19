/// @file
/// concurrent_vector: a vector that several threads can let grow at a time. It is oneTBB's.
#ifndef MILLIAMP_COMPAT_CONCURRENT_VECTOR_H
#define MILLIAMP_COMPAT_CONCURRENT_VECTOR_H

#include <milliamp/prelude.h>

#include <tbb/concurrent_vector.h>

namespace concurrency {

using tbb::concurrent_vector;

}  // namespace concurrency

#endif
