/// @file
/// concurrent_queue: a queue for several threads, with try_pop(). It is oneTBB's.
#ifndef MILLIAMP_COMPAT_CONCURRENT_QUEUE_H
#define MILLIAMP_COMPAT_CONCURRENT_QUEUE_H

#include <milliamp/prelude.h>

#include <tbb/concurrent_queue.h>

namespace concurrency {

using tbb::concurrent_queue;

}  // namespace concurrency

#endif
