/// @file
/// Hash maps to which several threads can add elements at a time. They are oneTBB's.
#ifndef MILLIAMP_COMPAT_CONCURRENT_UNORDERED_MAP_H
#define MILLIAMP_COMPAT_CONCURRENT_UNORDERED_MAP_H

#include <milliamp/prelude.h>

#include <tbb/concurrent_unordered_map.h>

namespace concurrency {

using tbb::concurrent_unordered_map;
using tbb::concurrent_unordered_multimap;

}  // namespace concurrency

#endif
