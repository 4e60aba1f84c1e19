/// @file
/// The memory behind views of host memory. A checked program tracks it so that an accelerator can
/// have its own copy.
#ifndef MILLIAMP_DETAIL_HOST_MEMORY_H
#define MILLIAMP_DETAIL_HOST_MEMORY_H

#include <milliamp/detail/buffer.h>
#include <milliamp/detail/checked.h>
#include <milliamp/detail/strides.h>
#include <milliamp/detail/view_context.h>
#include <milliamp/extent.h>

#include <cstddef>
#include <limits>
#include <type_traits>
#include <typeinfo>

namespace milliamp::detail {

/// Whether the source of a view is known to have all elements of the view: a container or an array
/// has, a pointer may lead to fewer.
enum class source_size : bool { unknown, sufficient };

/// A top-level view, for messages.
struct view_description {
  const std::type_info* element;
  std::size_t element_size;
  bool writable;
  detail::source_size source_size;
  int rank;
  const int* lengths;
};

/// Whether views of host memory are tracked: true in a program that contains instrumented code.
extern MILLIAMP_API bool tracks_host_memory;

/// Throws concurrency::runtime_exception: a container has fewer elements than a view of it needs.
[[noreturn]] MILLIAMP_API void throw_small_source(const int* lengths, int rank, std::size_t count);

/// Throws concurrency::runtime_exception: a container has more elements than an extent can have.
[[noreturn]] MILLIAMP_API void throw_large_source(std::size_t count);

/// The address of the elements of a container.
/// @throws concurrency::runtime_exception unless it has all elements of a view of the extent
template <class Container, int N>
auto* source_of(const concurrency::extent<N>& extent, Container& container) {
  const auto count = static_cast<std::size_t>(container.size());
  if (!concurrency::details::has_at_most(extent, count)) {
    int lengths[N];
    for (int d = 0; d < N; ++d) lengths[d] = extent[d];
    throw_small_source(lengths, N, count);
  }
  return container.data();
}

/// The extent of a one-dimensional view of a whole container.
/// @throws concurrency::runtime_exception if the container has more elements than an extent can
/// have
template <class Container>
concurrency::extent<1> extent_of(const Container& container) {
  const auto count = static_cast<std::size_t>(container.size());
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max())) throw_large_source(count);
  return concurrency::extent<1>(static_cast<int>(count));
}

/// How many of the elements that a copy accesses at an address of the host exist. In a checked
/// program, which knows heap blocks and global variables, it reports if that is not all.
/// @param count how many the copy accesses
MILLIAMP_API std::size_t copyable_elements(const void* data, std::size_t element_size,
                                           std::size_t count, bool is_destination);

/// Starts tracking the memory of a new top-level view.
MILLIAMP_API location track(void* data, const view_description& view);

/// The memory of a top-level view.
template <class T, int N>
buffer_ref<T> host_memory(T* data, const concurrency::extent<N>& extent,
                          source_size source = source_size::unknown) {
  if (!tracks_host_memory || current_view_context == view_context::kernel)
    return buffer_ref<T>(data);
  int lengths[N];
  for (int d = 0; d < N; ++d) lengths[d] = extent[d];
  using element = std::remove_const_t<T>;
  return buffer_ref<T>(
      track(const_cast<element*>(data),
            {&typeid(element), sizeof(T), !std::is_const_v<T>, source, N, lengths}));
}

}  // namespace milliamp::detail

#endif
