/// @file
/// The memory behind views of host memory. A checked program tracks it so that an accelerator can
/// have its own copy.
#ifndef MILLIAMP_DETAIL_HOST_MEMORY_H
#define MILLIAMP_DETAIL_HOST_MEMORY_H

#include <milliamp/detail/buffer.h>
#include <milliamp/detail/view_context.h>
#include <milliamp/extent.h>

#include <cstddef>
#include <type_traits>
#include <typeinfo>

namespace milliamp::detail {

/// A top-level view, for messages.
struct view_description {
  const std::type_info* element;
  std::size_t element_size;
  bool writable;
  int rank;
  const int* lengths;
};

/// Whether views of host memory are tracked: true in a program that contains instrumented code.
extern MILLIAMP_API bool tracks_host_memory;

/// Starts tracking the memory of a new top-level view.
MILLIAMP_API location track(void* data, const view_description& view);

/// The memory of a top-level view.
template <class T, int N>
buffer_ref<T> host_memory(T* data, const concurrency::extent<N>& extent) {
  if (!tracks_host_memory || current_view_context == view_context::kernel)
    return buffer_ref<T>(data);
  int lengths[N];
  for (int d = 0; d < N; ++d) lengths[d] = extent[d];
  using element = std::remove_const_t<T>;
  return buffer_ref<T>(track(const_cast<element*>(data),
                             {&typeid(element), sizeof(T), !std::is_const_v<T>, N, lengths}));
}

}  // namespace milliamp::detail

#endif
