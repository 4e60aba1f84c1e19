/// @file
/// The workloads that are C++ AMP programs. kernels.cpp defines them twice: plain, and instrumented
/// as a user's checked program is, in a library of its own so that the two never mix.
#pragma once

#include <amp.h>

#include "saxpy_vectors.h"
#include "workload.h"

namespace milliamp::bench {

/// One build of kernels.cpp. Every function makes a workload.
struct kernels {
  using place = const concurrency::accelerator_view&;

  /// The product of two matrices of size x size floats, in tiles of 16x16 threads.
  std::unique_ptr<workload> (*matrix_product)(place, int size);
  /// The sums of 256 floats each, by a tree: a barrier a step, in tiles of 256 threads.
  std::unique_ptr<workload> (*reduction)(place, int size);
  /// Tiles of 64, 256 or 1,024 threads, each of which does nothing but wait at so many barriers.
  std::unique_ptr<workload> (*barriers)(place, int tiles, int threads, int barriers);
  /// y = a * x + y, untiled.
  std::unique_ptr<workload> (*saxpy)(std::shared_ptr<saxpy_vectors>);
};

#define MILLIAMP_BENCH_EXPORT __attribute__((visibility("default")))
extern MILLIAMP_BENCH_EXPORT const kernels plain_kernels;
extern MILLIAMP_BENCH_EXPORT const kernels checked_kernels;
#undef MILLIAMP_BENCH_EXPORT

}  // namespace milliamp::bench
