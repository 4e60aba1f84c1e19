/// @file
/// The workloads written without C++ AMP, for comparison.
#pragma once

#include "saxpy_vectors.h"
#include "workload.h"

#include <memory>

namespace milliamp::bench {

/// y = a * x + y over raw pointers, by tbb::parallel_for.
std::unique_ptr<workload> make_saxpy_by_hand(std::shared_ptr<saxpy_vectors> vectors);

/// Tiles of threads that wait at barriers, on the calling thread alone: each thread a
/// boost::fibers::fiber, each barrier a boost::fibers::barrier, the stacks pooled.
std::unique_ptr<workload> make_barriers_of_boost_fibers(int tiles, int threads, int barriers);

/// Barriers of such tiles in a fiber_ring, which only switches stacks.
std::unique_ptr<workload> make_barriers_of_bare_ring(int tiles, int threads, int barriers);

}  // namespace milliamp::bench
