/// @file
/// An array or a view with its type erased, and the operations on it on the host: copies and
/// coherence (spec 5.3, 8.3, 8.4).
#ifndef MILLIAMP_DETAIL_STRIDED_REGION_H
#define MILLIAMP_DETAIL_STRIDED_REGION_H

#include <milliamp/access_type.h>
#include <milliamp/detail/buffer.h>
#include <milliamp/detail/strides.h>

#include <cstdint>
#include <functional>
#include <limits>

namespace milliamp::detail {

/// An N-dimensional strided region of elements in memory.
struct strided_region {
  void* data;
  std::size_t element_size;
  int rank;
  /// The number of elements in each dimension.
  const int* lengths;
  /// The distance in elements between neighbours in each dimension.
  const std::ptrdiff_t* distances;
  /// The buffer that contains the elements, or null.
  buffer* owner;
};

/// The region of an array, a view, or a mipmap level, of rank N.
template <int N>
class strided_region_of {
 public:
  template <class T>
  strided_region_of(const buffer_ref<T>& memory, const concurrency::extent<N>& extent,
                    const concurrency::details::strides<N>& strides)
      : strided_region_of(const_cast<std::remove_const_t<T>*>(memory.data()), sizeof(T), extent,
                          strides, memory.owner()) {}
  strided_region_of(void* data, std::size_t element_size, const concurrency::extent<N>& extent,
                    const concurrency::details::strides<N>& strides, buffer* owner)
      : region_{data, element_size, N, lengths_, distances_, owner} {
    for (int d = 0; d < N; ++d) {
      lengths_[d] = extent[d];
      distances_[d] = strides[d];
    }
  }
  strided_region_of(const strided_region_of&) = delete;
  strided_region_of& operator=(const strided_region_of&) = delete;

  operator const strided_region&() const { return region_; }

 private:
  strided_region region_;
  int lengths_[N];
  std::ptrdiff_t distances_[N];
};

/// Contiguous memory of the program. Elements are combined if there are more than an extent can
/// have.
inline strided_region_of<1> contiguous_region(void* data, std::size_t element_size,
                                              std::size_t count) {
  const std::size_t combined = count / std::numeric_limits<int>::max() + 1;
  const concurrency::extent<1> length(static_cast<int>(count / combined));
  return {data, element_size * combined, length, concurrency::details::strides<1>(length), nullptr};
}

/// Copies all elements of source, after all commands submitted before on the accelerator views of
/// both.
/// @throws concurrency::runtime_exception for different lengths and for overlapping regions
MILLIAMP_API void copy(const strided_region& source, const strided_region& destination);
/// Checks the arguments of such a copy.
/// @throws concurrency::runtime_exception see copy()
MILLIAMP_API void check_copy(const strided_region& source, const strided_region& destination);
/// Starts the same copy on another thread. Throws invalid arguments at once.
MILLIAMP_API concurrency::completion_future copy_async(const strided_region& source,
                                                       const strided_region& destination);

/// Throws concurrency::runtime_exception unless count elements fill the region.
MILLIAMP_API void check_count(const strided_region& destination, std::size_t count);
/// Throws a runtime_exception for a range whose length differs by an unknown number.
[[noreturn]] MILLIAMP_API void throw_count_mismatch(const strided_region& destination);

/// Prepares the elements for accesses by the host: waits for commands submitted on their
/// accelerator view and copies back changes made by an accelerator.
/// @return the address of the first element on the host
MILLIAMP_API void* open_on_host(const strided_region& elements, concurrency::access_type access);
/// Prepare elements that a copy reads, or overwrites, for accesses by the host, and return the
/// address of the first one. Changes made by an accelerator to other elements stay there: a copy
/// does not synchronize a view.
/// @param destination the destination of the copy; null if unknown
MILLIAMP_API void* open_source(const strided_region& elements, const void* destination);
MILLIAMP_API void* open_destination(const strided_region& elements);

/// A copy whose elements the headers copy between open_…() and its end, for recordings of a run.
class timed_copy {
 public:
  timed_copy() : begin_(begin_copy()) {}
  ~timed_copy() { end_copy(begin_); }
  timed_copy(const timed_copy&) = delete;
  timed_copy& operator=(const timed_copy&) = delete;

 private:
  MILLIAMP_API static std::uint64_t begin_copy();
  MILLIAMP_API static void end_copy(std::uint64_t begin);

  const std::uint64_t begin_;
};

/// Runs function, which copies the elements of source, on another thread, after all commands
/// submitted before on the accelerator views of both. One of them may be a range of the program,
/// whose address is null if its elements are not contiguous.
MILLIAMP_API concurrency::completion_future submit_copy(const strided_region& source,
                                                        const strided_region& destination,
                                                        std::function<void()> function);

/// Prepares an accelerator view for accesses of a type (spec 5.2.3).
MILLIAMP_API void synchronize(const strided_region& elements,
                              const concurrency::accelerator_view& to,
                              concurrency::access_type access);
MILLIAMP_API concurrency::completion_future synchronize_async(
    const strided_region& elements, const concurrency::accelerator_view& to,
    concurrency::access_type access);
/// Invalidates all other copies of the elements: the program has changed the original memory.
MILLIAMP_API void refresh(const strided_region& elements);
/// Discards the values of the elements, which are about to be overwritten.
MILLIAMP_API void discard(const strided_region& elements);

/// The number of elements of a region.
/// @param least the least value allowed for each of lengths: 0 or 1
/// @throws concurrency::runtime_exception for another length and for a size that exceeds the
///   address space
MILLIAMP_API std::size_t count_elements(const int* lengths, int rank, int least,
                                        std::size_t element_size);

/// New memory for elements of type T; see above.
template <class T, int N>
buffer_ref<T> allocate(const concurrency::extent<N>& extent, int least,
                       const concurrency::accelerator_view& accelerator) {
  int lengths[N];
  for (int d = 0; d < N; ++d) lengths[d] = extent[d];
  return buffer_ref<T>(
      allocate(accelerator, count_elements(lengths, N, least, sizeof(T)), sizeof(T)));
}

/// The number of elements of size to in the memory of count elements of size from.
/// @throws concurrency::runtime_exception when the sizes do not divide
MILLIAMP_API int reinterpreted_length(std::size_t count, std::size_t from, std::size_t to);

}  // namespace milliamp::detail

#endif
