/// @file
/// The C++ AMP workloads. kernels.cpp is compiled several times: plain, and instrumented like a
/// user's checked program, at several levels of optimization. All but the plain ones are in
/// libraries of their own, so that inline functions of two never mix.
#pragma once

#include "saxpy_vectors.h"
#include "workload.h"

#include <amp.h>

namespace milliamp::bench {

/// One build of kernels.cpp. Every function creates a workload.
struct kernels {
  using view = const concurrency::accelerator_view&;

  /// The product of two matrices of size x size floats, in tiles of 16x16 threads.
  std::unique_ptr<workload> (*matrix_product)(view, int size);
  /// The sums of 256 floats each, by a tree: a barrier a step, in tiles of 256 threads.
  std::unique_ptr<workload> (*reduction)(view, int size);
  /// Tiles of 64, 256 or 1,024 threads that only wait at so many barriers.
  std::unique_ptr<workload> (*barriers)(view, int tiles, int threads, int barriers);
  /// y = a * x + y, untiled.
  std::unique_ptr<workload> (*saxpy)(std::shared_ptr<saxpy_vectors>);
};

#define MILLIAMP_BENCH_EXPORT __attribute__((visibility("default")))
extern MILLIAMP_BENCH_EXPORT const kernels plain_kernels;
extern MILLIAMP_BENCH_EXPORT const kernels checked_kernels;
extern MILLIAMP_BENCH_EXPORT const kernels checked_kernels_at_O3;
extern MILLIAMP_BENCH_EXPORT const kernels checked_kernels_at_O0;
extern MILLIAMP_BENCH_EXPORT const kernels plain_kernels_at_O0;
#undef MILLIAMP_BENCH_EXPORT

}  // namespace milliamp::bench
