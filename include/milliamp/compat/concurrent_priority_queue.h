/// @file
/// concurrent_priority_queue: a queue that gives the greatest element first. It is oneTBB's.
#ifndef MILLIAMP_COMPAT_CONCURRENT_PRIORITY_QUEUE_H
#define MILLIAMP_COMPAT_CONCURRENT_PRIORITY_QUEUE_H

#include <milliamp/prelude.h>

#include <tbb/concurrent_priority_queue.h>

namespace concurrency {

using tbb::concurrent_priority_queue;

}  // namespace concurrency

#endif
