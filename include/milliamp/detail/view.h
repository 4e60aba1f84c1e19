/// @file
/// The common part of array_view<T, N> and array_view<const T, N>: element access, sections and
/// reshaped views (spec 5.2.3 to 5.2.5).
#ifndef MILLIAMP_DETAIL_VIEW_H
#define MILLIAMP_DETAIL_VIEW_H

#include <milliamp/detail/element.h>
#include <milliamp/detail/element_access.h>
#include <milliamp/detail/restrictions.h>
#include <milliamp/detail/strided_region.h>

namespace concurrency::details {

/// The type of `v[i]` for a view of T: an element for rank 1, otherwise a view of the next lower
/// rank.
template <class T, int N>
struct slice {
  using type = array_view<T, N - 1>;
};
template <class T>
struct slice<T, 1> {
  using type = T&;
};

/// U, const if T is const.
template <class T, class U>
using same_constness = std::conditional_t<std::is_const_v<T>, const U, U>;

/// Creates sections and reshaped views, and reads the private members of containers.
struct access;

/// A view of memory as an N-dimensional array of T. T is const where elements are only read.
///
/// Access to an element is only an address computation, without a bounds check. A copy is cheap in
/// a kernel: when a launch copies its kernel, the captured views become non-owning, and so are
/// views made from them.
template <class T, int N>
class view {
 public:
  static constexpr int rank = N;
  using value_type = T;

  /// The lengths of the view.
  const concurrency::extent<N> extent;
  /// The accelerator view on which the data is located: that of an array; for host memory, the
  /// default view of accelerator::cpu_accelerator.
  MILLIAMP_CPU_ONLY const concurrency::accelerator_view& source_accelerator_view;

  concurrency::extent<N> get_extent() const { return extent; }
  MILLIAMP_CPU_ONLY concurrency::accelerator_view get_source_accelerator_view() const {
    return source_accelerator_view;
  }

  /// The element at idx. On the host, changes made by an accelerator are first copied back.
  MILLIAMP_CHECKED_VARIANT T& operator[](const index<N>& idx) const { return element(idx); }
  MILLIAMP_CHECKED_VARIANT T& operator()(const index<N>& idx) const { return element(idx); }
  /// The element at idx, without synchronization: the caller must have called synchronize().
  MILLIAMP_CHECKED_VARIANT T& get_ref(const index<N>& idx) const { return element(idx, false); }

  /// The element at i0 for rank 1; otherwise a view of the slice at i0 in the most significant
  /// dimension.
  MILLIAMP_CHECKED_VARIANT typename slice<T, N>::type operator[](int i0) const;
  MILLIAMP_CHECKED_VARIANT typename slice<T, N>::type operator()(int i0) const {
    return (*this)[i0];
  }
  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  MILLIAMP_CHECKED_VARIANT T& operator()(int i0, int i1) const {
    return element(index<2>(i0, i1));
  }
  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  MILLIAMP_CHECKED_VARIANT T& operator()(int i0, int i1, int i2) const {
    return element(index<3>(i0, i1, i2));
  }

  /// The section that begins at origin and has the lengths of ext.
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(const index<N>& origin,
                                                    const concurrency::extent<N>& ext) const;
  /// The section from origin to the end of this view.
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(const index<N>& origin) const {
    return section(origin, details::rest_from(extent, origin));
  }
  /// The section that begins at the start of this view and has the lengths of ext.
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(const concurrency::extent<N>& ext) const {
    return section(index<N>(), ext);
  }
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(int i0, int e0) const {
    return section(index<1>(i0), concurrency::extent<1>(e0));
  }
  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(int i0, int i1, int e0, int e1) const {
    return section(index<2>(i0, i1), concurrency::extent<2>(e0, e1));
  }
  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(int i0, int i1, int i2, int e0, int e1,
                                                    int e2) const {
    return section(index<3>(i0, i1, i2), concurrency::extent<3>(e0, e1, e2));
  }

  /// The elements of a view of rank 1 as another type (unsafe).
  /// @throws runtime_exception when the size of ElementType does not divide that of the view
  template <typename ElementType, int M = N, std::enable_if_t<M == 1, int> = 0>
  array_view<same_constness<T, ElementType>, 1> reinterpret_as() const;
  /// The elements of a view of rank 1 in another shape.
  template <int K, int M = N, std::enable_if_t<M == 1, int> = 0>
  MILLIAMP_CHECKED_VARIANT array_view<T, K> view_as(
      const concurrency::extent<K>& view_extent) const;
  /// The address of the first element of a view of rank 1. On the host, changes made by an
  /// accelerator are first copied back. Unless the view is of host memory, a launch or a copy that
  /// involves the data invalidates the address.
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  T* data() const;

  /// Declares that the program has modified the viewed memory other than through views.
  MILLIAMP_CPU_ONLY void refresh() const;

 protected:
  /// A view of memory on the host.
  view(milliamp::detail::buffer_ref<T>&& memory, const concurrency::extent<N>& ext)
      : extent(ext),
        source_accelerator_view(milliamp::detail::host_accelerator),
        memory_(std::move(memory)),
        strides_(extent) {}
  /// A view of a part of memory that begins at data, on an accelerator view.
  template <class U>
  view(const milliamp::detail::buffer_ref<U>& memory, T* data, const concurrency::extent<N>& ext,
       const strides<N>& strides, const concurrency::accelerator_view& accelerator) noexcept
      : extent(ext),
        source_accelerator_view(accelerator),
        memory_(memory, data),
        strides_(strides) {}
  view(const view& other) = default;
  view& operator=(const view&) = delete;
  ~view() = default;

 private:
  friend struct access;
  static_assert(element_requirements<T>::hold);

  MILLIAMP_CHECKED_VARIANT MILLIAMP_ALWAYS_INLINE T& element(const index<N>& idx,
                                                             bool synchronizes = true) const {
#if MILLIAMP_CHECKED_CODE
    return element(idx, synchronizes, std::make_integer_sequence<int, N>());
#else
    return milliamp::detail::element_at(memory_, strides_, extent, idx,
                                        {false, access_type_read_write, synchronizes});
#endif
  }
#if MILLIAMP_CHECKED_CODE
  template <int... D>
  MILLIAMP_CHECKED_VARIANT MILLIAMP_ALWAYS_INLINE T& element(
      const index<N>& idx, bool synchronizes, std::integer_sequence<int, D...>) const {
    return checked_element(synchronizes, idx[D]...);
  }
  /// @param at the coordinates, see untiled_caller::call()
  template <class... Coordinates>
  MILLIAMP_CHECKED_VARIANT MILLIAMP_UNWATCHED T& checked_element(bool synchronizes,
                                                                 Coordinates... at) const {
    const int components[] = {at...};
    return milliamp::detail::element_at(memory_, strides_, extent, index<N>(components),
                                        {false, access_type_read_write, synchronizes});
  }
#endif

  milliamp::detail::buffer_ref<T> memory_;
  strides<N> strides_;
};

struct access {
  /// A view of a part of memory that begins at data, on an accelerator view.
  template <class T, int N, class U>
  static array_view<T, N> make_view(const milliamp::detail::buffer_ref<U>& memory, T* data,
                                    const concurrency::extent<N>& extent, const strides<N>& strides,
                                    const concurrency::accelerator_view& accelerator) {
    return array_view<T, N>(memory, data, extent, strides, accelerator);
  }

  /// A view, with elements of type T, of the slice at i0 in the most significant dimension.
  template <class T, class Container>
  MILLIAMP_CHECKED_VARIANT static array_view<T, Container::rank - 1> project(
      const Container& whole, int i0, const concurrency::accelerator_view& accelerator) {
    const auto extent = milliamp::detail::checked_slice(whole.memory_.data(), whole.extent, i0);
    T* const data = whole.memory_.data() + i0 * whole.strides_[0];
    return make_view(whole.memory_, data, extent, whole.strides_.tail(), accelerator);
  }

  /// A view of the elements of a contiguous view in another shape.
  template <class T, int N, int K>
  MILLIAMP_CHECKED_VARIANT static array_view<T, K> reshape(const view<T, N>& dense,
                                                           const concurrency::extent<K>& shape) {
    T* const data = dense.memory_.data();
    const auto extent = milliamp::detail::checked_shape(data, dense.extent, shape);
    return make_view(dense.memory_, data, extent, strides<K>(extent),
                     dense.source_accelerator_view);
  }

  /// A view of the elements of a contiguous view as another type.
  template <class Element, class T, int N>
  static array_view<Element, 1> reinterpret(const view<T, N>& dense) {
    const concurrency::extent<1> lengths(milliamp::detail::reinterpreted_length(
        element_count(dense.extent), sizeof(T), sizeof(Element)));
    return make_view(dense.memory_, reinterpret_cast<Element*>(dense.memory_.data()), lengths,
                     strides<1>(lengths), dense.source_accelerator_view);
  }

  /// The memory of an array or a view as a strided region, for the library's functions on the host.
  template <class Container>
  static milliamp::detail::strided_region_of<Container::rank> strided_region(
      const Container& container) {
    return {container.memory_, container.extent, container.strides_};
  }

  template <class Container>
  static const auto& buffer_ref(const Container& container) {
    return container.memory_;
  }
  template <class Container>
  static const auto& strides_of(const Container& container) {
    return container.strides_;
  }
};

template <class T, int N>
typename slice<T, N>::type view<T, N>::operator[](int i0) const {
  if constexpr (N == 1) {
    return element(index<1>(i0));
  } else {
    return access::project<T>(*this, i0, source_accelerator_view);
  }
}

template <class T, int N>
array_view<T, N> view<T, N>::section(const index<N>& origin,
                                     const concurrency::extent<N>& ext) const {
  T* const data = memory_.data();
  const auto part = milliamp::detail::checked_section(data, extent, origin, ext);
  return access::make_view(memory_, data + strides_.offset(origin), part, strides_,
                           source_accelerator_view);
}

template <class T, int N>
template <typename ElementType, int M, std::enable_if_t<M == 1, int>>
array_view<same_constness<T, ElementType>, 1> view<T, N>::reinterpret_as() const {
  return access::reinterpret<same_constness<T, ElementType>>(*this);
}

template <class T, int N>
template <int K, int M, std::enable_if_t<M == 1, int>>
array_view<T, K> view<T, N>::view_as(const concurrency::extent<K>& view_extent) const {
  return access::reshape(*this, view_extent);
}

template <class T, int N>
template <int M, std::enable_if_t<M == 1, int>>
T* view<T, N>::data() const {
  // In a kernel views are non-owning, and this reduces to the address.
  if (memory_.owner() == nullptr) return memory_.data();
  return static_cast<T*>(milliamp::detail::open_on_host(
      access::strided_region(*this),
      std::is_const_v<T> ? access_type_read : access_type_read_write));
}

template <class T, int N>
void view<T, N>::refresh() const {
  milliamp::detail::refresh(access::strided_region(*this));
}

}  // namespace concurrency::details

#endif
