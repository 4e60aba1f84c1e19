/// @file
/// Access to one element of an array or a view. In plain translation units it is an address
/// computation; with MILLIAMP_DROP_OUT_OF_BOUNDS, kernels also test the index. In instrumented ones
/// it checks the index and, on the host, makes the element's data available there.
#ifndef MILLIAMP_DETAIL_ELEMENT_ACCESS_H
#define MILLIAMP_DETAIL_ELEMENT_ACCESS_H

#include <milliamp/access_type.h>
#include <milliamp/detail/buffer.h>
#include <milliamp/detail/checked.h>
#include <milliamp/detail/strides.h>

#include <cstddef>
#include <cstring>
#include <type_traits>
#include <typeinfo>

namespace milliamp::detail {

/// An access that takes the slow path: out of bounds, or by the host through an owning container.
struct element_access {
  const void* container_data;
  void* element;  ///< null if out of bounds
  const int* index;
  const int* lengths;
  int rank;
  std::size_t element_size;
  const std::type_info* element_type;
  bool is_const;
  bool is_array;
  /// How the host may access the elements.
  concurrency::access_type allowed_on_host;
  /// Whether changes made by an accelerator are copied back first.
  bool synchronizes;
  buffer* owner;
};

/// Handles an access on the slow path. Reports an error, and returns the element or a substitute.
/// @throws concurrency::runtime_exception when the host may not access the array
MILLIAMP_API void* look_at(const element_access& access);

/// The container of an access, without its memory and shape.
struct container_kind {
  bool is_array;
  concurrency::access_type allowed_on_host;
  bool synchronizes;
};

#if !MILLIAMP_CHECKED_CODE
/// Never called. A program that refers to it contains plain code that accesses elements without
/// synchronizing them. For such a program, the host and the accelerators share one memory.
MILLIAMP_API void access_elements_unchecked() noexcept;

template <class>
struct unchecked_access {
  __attribute__((used)) static inline void (*const mark)() noexcept = &access_elements_unchecked;
};
#endif

#if MILLIAMP_CHECKED_CODE
/// The element at an index of a container, by the slow path.
template <class T, int N>
MILLIAMP_CHECKED_VARIANT MILLIAMP_UNWATCHED __attribute__((cold)) T& element_looked_at(
    const buffer_ref<T>& memory, T* element, const concurrency::extent<N>& extent,
    const concurrency::index<N>& index, container_kind kind) {
  int indices[N], lengths[N];
  for (int d = 0; d < N; ++d) {
    indices[d] = index[d];
    lengths[d] = extent[d];
  }
  using value = std::remove_const_t<T>;
  return *static_cast<T*>(look_at({memory.data(), const_cast<value*>(element), indices, lengths, N,
                                   sizeof(T), &typeid(value), std::is_const_v<T>, kind.is_array,
                                   kind.allowed_on_host, kind.synchronizes, memory.owner()}));
}
#elif MILLIAMP_DROP_OUT_OF_BOUNDS
/// Memory that a kernel accesses in place of an element out of bounds. It is 0, and nothing reads
/// what is written there.
template <class T>
__attribute__((cold, noinline)) T& dropped_element() noexcept {
  alignas(T) static thread_local std::byte memory[sizeof(T)];
  std::memset(memory, 0, sizeof(memory));
  return *reinterpret_cast<T*>(memory);
}
#endif

/// The element at an index of a container.
template <class T, int N>
MILLIAMP_CHECKED_VARIANT MILLIAMP_ALWAYS_INLINE T& element_at(
    const buffer_ref<T>& memory, const concurrency::details::strides<N>& strides,
    [[maybe_unused]] const concurrency::extent<N>& extent, const concurrency::index<N>& index,
    [[maybe_unused]] container_kind kind) {
#if MILLIAMP_CHECKED_CODE
  if (!extent.contains(index)) {
    return element_looked_at(memory, static_cast<T*>(nullptr), extent, index, kind);
  }
  T* const element = memory.data() + strides.offset(index);
  const bool on_host =
      kind.is_array ? current_view_context == view_context::host : memory.owner() != nullptr;
  if (on_host) return element_looked_at(memory, element, extent, index, kind);
  return *element;
#else
  static_cast<void>(&unchecked_access<T>::mark);
#if MILLIAMP_DROP_OUT_OF_BOUNDS
  if (!extent.contains(index) && current_view_context == view_context::kernel) {
    return dropped_element<T>();
  }
#endif
  return memory.data()[strides.offset(index)];
#endif
}

/// A section, slice or reshaped view that is not entirely within its container.
struct part_access {
  const char* what;  ///< such as `section`
  const void* container_data;
  const int* origin;   ///< null for a reshaped view
  const int* lengths;  ///< null for a slice, which is at origin in the first dimension
  int rank;
  const int* whole_lengths;
  int whole_rank;
  const std::type_info* element_type;
  bool is_const;
};

/// Reports a section, slice or reshaped view that exceeds its container.
/// @throws concurrency::runtime_exception on the host
MILLIAMP_API void report_part(const part_access& part);

/// Whether parts of containers are checked here. In a kernel of a plain translation unit they are
/// not, and the test compiles to nothing: see assume_in_kernel().
MILLIAMP_CHECKED_VARIANT MILLIAMP_ALWAYS_INLINE bool are_parts_checked() {
  return MILLIAMP_CHECKED_CODE != 0 || MILLIAMP_DROP_OUT_OF_BOUNDS != 0 ||
         current_view_context == view_context::host;
}

/// The extent of a section, slice or reshaped view. In kernels whose indices are tested, it is
/// empty if it exceeds the container: all accesses through it are then out of bounds.
/// @throws concurrency::runtime_exception on the host, if it exceeds the container
template <class T, int N>
MILLIAMP_CHECKED_VARIANT concurrency::extent<N> checked_section(
    const T* data, const concurrency::extent<N>& whole, const concurrency::index<N>& origin,
    const concurrency::extent<N>& part) {
  if (!are_parts_checked()) return part;
  bool is_inside = true;
  int origins[N], lengths[N], whole_lengths[N];
  for (int d = 0; d < N; ++d) {
    origins[d] = origin[d];
    lengths[d] = part[d];
    whole_lengths[d] = whole[d];
    is_inside = is_inside && origin[d] >= 0 && part[d] >= 0 && part[d] <= whole[d] - origin[d];
  }
  if (is_inside) return part;
  report_part({"section", data, origins, lengths, N, whole_lengths, N,
               &typeid(std::remove_const_t<T>), std::is_const_v<T>});
  return concurrency::extent<N>();
}
template <class T, int N>
MILLIAMP_CHECKED_VARIANT concurrency::extent<N - 1> checked_slice(
    const T* data, const concurrency::extent<N>& whole, int i0) {
  if (!are_parts_checked() || (i0 >= 0 && i0 < whole[0])) return concurrency::details::tail(whole);
  int whole_lengths[N];
  for (int d = 0; d < N; ++d) whole_lengths[d] = whole[d];
  report_part({"slice", data, &i0, nullptr, 1, whole_lengths, N, &typeid(std::remove_const_t<T>),
               std::is_const_v<T>});
  return concurrency::extent<N - 1>();
}
template <class T, int N, int K>
MILLIAMP_CHECKED_VARIANT concurrency::extent<K> checked_shape(const T* data,
                                                              const concurrency::extent<N>& whole,
                                                              const concurrency::extent<K>& shape) {
  using namespace concurrency::details;
  if (!are_parts_checked()) return shape;
  bool is_inside = has_at_most(shape, element_count(whole));
  int lengths[K], whole_lengths[N];
  for (int d = 0; d < K; ++d) {
    lengths[d] = shape[d];
    is_inside = is_inside && shape[d] >= 0;
  }
  if (is_inside) return shape;
  for (int d = 0; d < N; ++d) whole_lengths[d] = whole[d];
  report_part({"view_as", data, nullptr, lengths, K, whole_lengths, N,
               &typeid(std::remove_const_t<T>), std::is_const_v<T>});
  return concurrency::extent<K>();
}

}  // namespace milliamp::detail

#endif
