/// @file
/// copy and copy_async: copies of elements between arrays, views and iterators (spec 5.3).
///
///     copy(numbers.begin(), numbers.end(), device_array);
///     completion_future copied = copy_async(device_array, numbers.begin());
///
/// All copies are deep. A copy waits for commands submitted before on the accelerator_views of its
/// source and its destination. copy_async starts the copy on another thread and returns a future.
/// Until it is ready, the source must not be written and the destination must not be used.
#ifndef MILLIAMP_COPY_H
#define MILLIAMP_COPY_H

#include <milliamp/array_view.h>
#include <milliamp/detail/iterator.h>

namespace concurrency {
namespace details {

/// The result type of a copy from or to an iterator. SFINAE excludes other types.
template <class Iterator, class Result>
using with_iterator = std::enable_if_t<is_iterator<Iterator>, Result>;

/// The result type of a copy to a view of T.
template <class T, class Result>
using to_writable = std::enable_if_t<!std::is_const_v<T>, Result>;

}  // namespace details

/// Copies all elements of src to dest.
/// @throws runtime_exception when their extents differ, and when src and dest overlap
template <typename T, int N>
void copy(const array<T, N>& src, array<T, N>& dest) {
  milliamp::detail::copy(details::access::strided_region(src),
                         details::access::strided_region(dest));
}
template <typename T, int N>
details::to_writable<T, void> copy(const array<T, N>& src, const array_view<T, N>& dest) {
  milliamp::detail::copy(details::access::strided_region(src),
                         details::access::strided_region(dest));
}
template <typename T, int N>
void copy(const array_view<const T, N>& src, array<T, N>& dest) {
  milliamp::detail::copy(details::access::strided_region(src),
                         details::access::strided_region(dest));
}
template <typename T, int N>
details::to_writable<T, void> copy(const array_view<const T, N>& src,
                                   const array_view<T, N>& dest) {
  milliamp::detail::copy(details::access::strided_region(src),
                         details::access::strided_region(dest));
}
template <typename T, int N>
void copy(const array_view<T, N>& src, array<T, N>& dest) {
  milliamp::detail::copy(details::access::strided_region(src),
                         details::access::strided_region(dest));
}
template <typename T, int N>
details::to_writable<T, void> copy(const array_view<T, N>& src, const array_view<T, N>& dest) {
  milliamp::detail::copy(details::access::strided_region(src),
                         details::access::strided_region(dest));
}

/// Copies the elements of a range to dest; the least significant dimension varies fastest.
/// @throws runtime_exception unless the range has dest.extent.size() elements
template <typename InputIter, typename T, int N>
details::with_iterator<InputIter, void> copy(InputIter src_begin, InputIter src_end,
                                             array<T, N>& dest) {
  details::check_range(src_begin, src_end, dest);
  details::fill(src_begin, src_end, dest);
}
template <typename InputIter, typename T, int N>
details::with_iterator<InputIter, void> copy(InputIter src_begin, InputIter src_end,
                                             const array_view<T, N>& dest) {
  details::check_range(src_begin, src_end, dest);
  details::fill(src_begin, src_end, dest);
}

/// Copies as many elements from an iterator as dest contains.
template <typename InputIter, typename T, int N>
details::with_iterator<InputIter, void> copy(InputIter src_begin, array<T, N>& dest) {
  details::fill(src_begin, dest);
}
template <typename InputIter, typename T, int N>
details::with_iterator<InputIter, void> copy(InputIter src_begin, const array_view<T, N>& dest) {
  details::fill(src_begin, dest);
}

/// Copies all elements of src to an iterator; the least significant dimension varies fastest.
template <typename OutputIter, typename T, int N>
details::with_iterator<OutputIter, void> copy(const array<T, N>& src, OutputIter dest_begin) {
  details::drain(src, dest_begin);
}
template <typename OutputIter, typename T, int N>
details::with_iterator<OutputIter, void> copy(const array_view<T, N>& src, OutputIter dest_begin) {
  details::drain(src, dest_begin);
}

/// The asynchronous forms of the copies above. Errors that can be detected without reading the
/// source are thrown at once, others by the future's get().
template <typename T, int N>
completion_future copy_async(const array<T, N>& src, array<T, N>& dest) {
  return milliamp::detail::copy_async(details::access::strided_region(src),
                                      details::access::strided_region(dest));
}
template <typename T, int N>
details::to_writable<T, completion_future> copy_async(const array<T, N>& src,
                                                      const array_view<T, N>& dest) {
  return milliamp::detail::copy_async(details::access::strided_region(src),
                                      details::access::strided_region(dest));
}
template <typename T, int N>
completion_future copy_async(const array_view<const T, N>& src, array<T, N>& dest) {
  return milliamp::detail::copy_async(details::access::strided_region(src),
                                      details::access::strided_region(dest));
}
template <typename T, int N>
details::to_writable<T, completion_future> copy_async(const array_view<const T, N>& src,
                                                      const array_view<T, N>& dest) {
  return milliamp::detail::copy_async(details::access::strided_region(src),
                                      details::access::strided_region(dest));
}
template <typename T, int N>
completion_future copy_async(const array_view<T, N>& src, array<T, N>& dest) {
  return milliamp::detail::copy_async(details::access::strided_region(src),
                                      details::access::strided_region(dest));
}
template <typename T, int N>
details::to_writable<T, completion_future> copy_async(const array_view<T, N>& src,
                                                      const array_view<T, N>& dest) {
  return milliamp::detail::copy_async(details::access::strided_region(src),
                                      details::access::strided_region(dest));
}
template <typename InputIter, typename T, int N>
details::with_iterator<InputIter, completion_future> copy_async(InputIter src_begin,
                                                                InputIter src_end,
                                                                array<T, N>& dest) {
  return copy_async(src_begin, src_end, array_view<T, N>(dest));
}
template <typename InputIter, typename T, int N>
details::with_iterator<InputIter, completion_future> copy_async(InputIter src_begin,
                                                                InputIter src_end,
                                                                const array_view<T, N>& dest) {
  details::check_range(src_begin, src_end, dest);
  return milliamp::detail::submit_copy(
      details::region_of(src_begin, details::element_count(dest.extent)),
      details::access::strided_region(dest), [src_begin, src_end, dest = array_view<T, N>(dest)] {
        details::fill(src_begin, src_end, dest);
      });
}
template <typename InputIter, typename T, int N>
details::with_iterator<InputIter, completion_future> copy_async(InputIter src_begin,
                                                                array<T, N>& dest) {
  return copy_async(src_begin, array_view<T, N>(dest));
}
template <typename InputIter, typename T, int N>
details::with_iterator<InputIter, completion_future> copy_async(InputIter src_begin,
                                                                const array_view<T, N>& dest) {
  return milliamp::detail::submit_copy(
      details::region_of(src_begin, details::element_count(dest.extent)),
      details::access::strided_region(dest),
      [src_begin, dest = array_view<T, N>(dest)] { details::fill(src_begin, dest); });
}
template <typename OutputIter, typename T, int N>
details::with_iterator<OutputIter, completion_future> copy_async(const array<T, N>& src,
                                                                 OutputIter dest_begin) {
  return milliamp::detail::submit_copy(
      details::access::strided_region(src),
      details::region_of(dest_begin, details::element_count(src.extent)),
      [src = array_view<const T, N>(src), dest_begin] { details::drain(src, dest_begin); });
}
template <typename OutputIter, typename T, int N>
details::with_iterator<OutputIter, completion_future> copy_async(const array_view<T, N>& src,
                                                                 OutputIter dest_begin) {
  return milliamp::detail::submit_copy(
      details::access::strided_region(src),
      details::region_of(dest_begin, details::element_count(src.extent)),
      [src = src, dest_begin] { details::drain(src, dest_begin); });
}

}  // namespace concurrency

#endif
