/// @file
/// parallel_for_each: runs a kernel once for every point of a compute domain (spec 7).
///
///     parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { sum[i] = a[i] + b[i]; });
#ifndef MILLIAMP_PARALLEL_FOR_EACH_H
#define MILLIAMP_PARALLEL_FOR_EACH_H

#include <milliamp/detail/launch.h>

namespace concurrency {

/// Calls f(index<N>) once for every index of compute_domain, in no particular order, and returns
/// when all calls have ended.
///
/// @throws invalid_compute_domain for an extent with a length of 0 or less, or of more than
///   2^32 - 1 points
/// @throws runtime_exception when an exception leaves the kernel; it carries the message and the
///   thread
template <int N, typename Kernel>
void parallel_for_each(const extent<N>& compute_domain, const Kernel& f) {
  std::int32_t lengths[N];
  milliamp::detail::launch(
      milliamp::detail::default_engine(),
      milliamp::detail::untiled_caller<Kernel, N>::erase(f, compute_domain, lengths));
}

/// Calls f(tiled_index<D0, D1, D2>) once for every index of compute_domain; the threads of a tile
/// share tile_static variables and meet at tile_barrier.
///
/// @throws invalid_compute_domain also for an extent that is not divisible by its tile
/// @throws runtime_exception also when the threads of a tile do not meet at a barrier
template <int D0, int D1, int D2, typename Kernel>
void parallel_for_each(const tiled_extent<D0, D1, D2>& compute_domain, const Kernel& f) {
  milliamp::detail::launch(
      milliamp::detail::default_engine(),
      milliamp::detail::tiled_caller<Kernel, D0, D1, D2>::erase(f, compute_domain));
}

}  // namespace concurrency

#endif
