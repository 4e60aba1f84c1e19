/// @file
/// Hash sets to which several threads can add elements at a time. They are oneTBB's.
#ifndef MILLIAMP_COMPAT_CONCURRENT_UNORDERED_SET_H
#define MILLIAMP_COMPAT_CONCURRENT_UNORDERED_SET_H

#include <milliamp/prelude.h>

#include <tbb/concurrent_unordered_set.h>

namespace concurrency {

using tbb::concurrent_unordered_multiset;
using tbb::concurrent_unordered_set;

}  // namespace concurrency

#endif
