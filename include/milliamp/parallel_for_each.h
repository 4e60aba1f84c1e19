/// @file
/// parallel_for_each: runs a kernel once for every point of a compute domain (spec 7).
///
///     parallel_for_each(sum.extent, [=](index<1> i) restrict(amp) { sum[i] = a[i] + b[i]; });
#ifndef MILLIAMP_PARALLEL_FOR_EACH_H
#define MILLIAMP_PARALLEL_FOR_EACH_H

#include <milliamp/detail/submission.h>
#include <milliamp/detail/virtual_bases.h>

namespace concurrency {
namespace details {

/// Whether `f(i)` compiles for a `const Kernel& f` and an `Index i`, as a call of the kernel
/// itself: `f(i)` of a mutable lambda without captures would call the function to which it
/// converts. (std::is_invocable asks whether a function of the standard library, which is
/// restricted to the CPU, could call the kernel.)
template <class Kernel, class Index, class = void>
inline constexpr bool takes = false;
template <class Kernel, class Index>
inline constexpr bool
    takes<Kernel, Index,
          std::void_t<decltype(std::declval<const Kernel&>().operator()(std::declval<Index&>()))>> =
        true;

/// Whether an object must stay on the host: it owns memory, as arrays, textures, std::vector and
/// std::string do, or is a handle of a device, as accelerators and accelerator_views are. Such
/// objects, and objects with such a member, have a destructor and a nothrow move constructor, but
/// their copy constructor is not noexcept. Views, and classes with their own copy constructor,
/// differ. A const member is moved as a const object; the library's own classes therefore have a
/// noexcept constructor from a const rvalue. (A const std::vector has none and is not detected.)
template <class Object>
inline constexpr bool is_for_hosts =
    std::is_copy_constructible_v<Object> && !std::is_nothrow_copy_constructible_v<Object> &&
    std::is_nothrow_move_constructible_v<Object> && !std::is_trivially_destructible_v<Object>;

/// Rejects types that are not allowed as kernels.
template <class Kernel>
struct kernel_requirements {
  static constexpr bool hold = true;

  static_assert(std::is_class_v<Kernel> || std::is_union_v<Kernel>,
                "a kernel must be a lambda or a function object: functions are not amp-compatible");
  static_assert(
      !std::is_polymorphic_v<Kernel>,
      "the class of a kernel must not have virtual functions: they are not amp-compatible");
  static_assert(
      !has_virtual_bases<Kernel>(),
      "the class of a kernel must not have virtual base classes: they are not amp-compatible");
  static_assert(
      !is_for_hosts<Kernel>,
      "a kernel must not contain an object that owns memory or represents a device: capture "
      "an array or a texture by reference, as in [=, &numbers], view a std::vector with "
      "an array_view, and leave accelerators and accelerator_views to the host");
};

template <int N, typename Kernel>
MILLIAMP_CHECKED_VARIANT void launch_untiled(const accelerator_view* accl_view,
                                             const extent<N>& compute_domain, const Kernel& f) {
  static_assert(kernel_requirements<Kernel>::hold);
  static_assert(takes<Kernel, index<N>>,
                "the kernel of a parallel_for_each over extent<N> must be callable with index<N> "
                "as its only argument, and on a const object: a lambda must not be mutable");
  milliamp::detail::submit_kernel(
      accl_view, f, [&compute_domain](milliamp::detail::engine_kind engine, const Kernel& kernel) {
        std::int32_t lengths[N];
        milliamp::detail::launch(engine, milliamp::detail::untiled_caller<Kernel, N>::erase(
                                             kernel, compute_domain, lengths));
      });
}

template <int D0, int D1, int D2, typename Kernel>
MILLIAMP_CHECKED_VARIANT void launch_tiled(const accelerator_view* accl_view,
                                           const tiled_extent<D0, D1, D2>& compute_domain,
                                           const Kernel& f) {
  static_assert(kernel_requirements<Kernel>::hold);
  constexpr long long threads = 1LL * D0 * (D1 == 0 ? 1 : D1) * (D2 == 0 ? 1 : D2);
  static_assert(threads <= milliamp::detail::max_threads_in_tile,
                "a tile must have at most 1024 threads: D0*D1*D2 <= 1024");
  static_assert(D2 == 0 || D0 <= 64, "the first length of a tile of rank 3 must be at most 64");
  static_assert(
      takes<Kernel, tiled_index<D0, D1, D2>>,
      "the kernel of a parallel_for_each over tiled_extent<D0, D1, D2> must be callable "
      "with tiled_index<D0, D1, D2> as its only argument, and on a const object: a lambda "
      "must not be mutable");
  milliamp::detail::submit_kernel(
      accl_view, f, [&compute_domain](milliamp::detail::engine_kind engine, const Kernel& kernel) {
        milliamp::detail::launch(engine, milliamp::detail::tiled_caller<Kernel, D0, D1, D2>::erase(
                                             kernel, compute_domain));
      });
}

}  // namespace details

/// Calls f(index<N>) once for every index of compute_domain, in no particular order, and returns
/// when all calls have ended.
///
/// The launch runs on the accelerator_view of the arrays to which f refers. If there are none, it
/// runs on the default view of the default accelerator, which cannot be changed afterwards.
///
/// @throws invalid_compute_domain for an extent with a length of 0 or less, or of more than 2^32 -
///   1 points
/// @throws unsupported_feature on accelerator::cpu_accelerator, which cannot run kernels
/// @throws runtime_exception when f refers to arrays on different accelerator_views, and when an
///   exception escapes the kernel; it contains the exception's message and the thread
template <int N, typename Kernel>
MILLIAMP_CHECKED_VARIANT void parallel_for_each(const extent<N>& compute_domain, const Kernel& f) {
  details::launch_untiled(nullptr, compute_domain, f);
}
/// Calls f(index<N>) once for every index of compute_domain on accl_view, in no particular order,
/// and returns when all calls have ended.
///
/// @throws invalid_compute_domain for an extent with a length of 0 or less, or of more than 2^32 -
///   1 points
/// @throws unsupported_feature on accelerator::cpu_accelerator, which cannot run kernels
/// @throws runtime_exception when f refers to arrays on other accelerator_views, and when an
///   exception escapes the kernel; it contains the exception's message and the thread
template <int N, typename Kernel>
MILLIAMP_CHECKED_VARIANT void parallel_for_each(const accelerator_view& accl_view,
                                                const extent<N>& compute_domain, const Kernel& f) {
  details::launch_untiled(&accl_view, compute_domain, f);
}

/// Calls f(tiled_index<D0, D1, D2>) once for every index of compute_domain, in no particular order,
/// and returns when all calls have ended. The threads of a tile share tile_static variables and
/// synchronize at a tile_barrier.
///
/// The launch runs on the accelerator_view of the arrays to which f refers. If there are none, it
/// runs on the default view of the default accelerator, which cannot be changed afterwards.
///
/// @throws invalid_compute_domain for an extent with a length of 0 or less, of more than 2^32 - 1
///   points, or that is not divisible by its tile
/// @throws unsupported_feature on accelerator::cpu_accelerator, which cannot run kernels
/// @throws runtime_exception when f refers to arrays on different accelerator_views, for barrier
///   divergence, and when an exception escapes the kernel; it contains the exception's message and
///   the thread
template <int D0, int D1, int D2, typename Kernel>
MILLIAMP_CHECKED_VARIANT void parallel_for_each(const tiled_extent<D0, D1, D2>& compute_domain,
                                                const Kernel& f) {
  details::launch_tiled(nullptr, compute_domain, f);
}
/// Calls f(tiled_index<D0, D1, D2>) once for every index of compute_domain on accl_view, in no
/// particular order, and returns when all calls have ended. The threads of a tile share tile_static
/// variables and synchronize at a tile_barrier.
///
/// @throws invalid_compute_domain for an extent with a length of 0 or less, of more than 2^32 - 1
///   points, or that is not divisible by its tile
/// @throws unsupported_feature on accelerator::cpu_accelerator, which cannot run kernels
/// @throws runtime_exception when f refers to arrays on other accelerator_views, for barrier
///   divergence, and when an exception escapes the kernel; it contains the exception's message and
///   the thread
template <int D0, int D1, int D2, typename Kernel>
MILLIAMP_CHECKED_VARIANT void parallel_for_each(const accelerator_view& accl_view,
                                                const tiled_extent<D0, D1, D2>& compute_domain,
                                                const Kernel& f) {
  details::launch_tiled(&accl_view, compute_domain, f);
}

/// Runs f for each index of a tiled domain of rank 1 or 2, as the overloads for tiled_extent<D0,
/// D1, D2> do. The lengths of the tile can be the only template arguments: `parallel_for_each<2,
/// 2>(extent<2>(4, 4), f)`.
template <int D0, typename Kernel>
MILLIAMP_CHECKED_VARIANT void parallel_for_each(const tiled_extent<D0>& compute_domain,
                                                const Kernel& f) {
  details::launch_tiled(nullptr, compute_domain, f);
}
template <int D0, int D1, typename Kernel>
MILLIAMP_CHECKED_VARIANT void parallel_for_each(const tiled_extent<D0, D1>& compute_domain,
                                                const Kernel& f) {
  details::launch_tiled(nullptr, compute_domain, f);
}
template <int D0, typename Kernel>
MILLIAMP_CHECKED_VARIANT void parallel_for_each(const accelerator_view& accl_view,
                                                const tiled_extent<D0>& compute_domain,
                                                const Kernel& f) {
  details::launch_tiled(&accl_view, compute_domain, f);
}
template <int D0, int D1, typename Kernel>
MILLIAMP_CHECKED_VARIANT void parallel_for_each(const accelerator_view& accl_view,
                                                const tiled_extent<D0, D1>& compute_domain,
                                                const Kernel& f) {
  details::launch_tiled(&accl_view, compute_domain, f);
}

}  // namespace concurrency

#endif
