/// @file
/// array<T, N>: N-dimensional data on an accelerator or on the host (spec 5.1).
///
///     array<float, 2> averages(4, 4, zeros.begin());
///     parallel_for_each(averages.extent, [=, &averages](index<2> i) restrict(amp) { … });
///     std::vector<float> result = averages;
#ifndef MILLIAMP_ARRAY_H
#define MILLIAMP_ARRAY_H

#include <milliamp/accelerator.h>
#include <milliamp/array_view.h>
#include <milliamp/copy.h>
#include <milliamp/detail/array_arguments.h>
#include <milliamp/detail/device_object.h>
#include <milliamp/detail/placement.h>
#include <milliamp/detail/restrictions.h>

#include <vector>

namespace concurrency {

/// An array owns its elements, which are contiguous; the least significant dimension varies
/// fastest. A copy of an array has its own elements. Kernels capture an array by reference.
///
/// cpu_access_type determines how the host may access the elements.
///
/// @tparam T an amp-compatible type whose size is a multiple of 4 bytes
/// @tparam N the rank, any number greater than 0
template <typename T, int N>
class array : public milliamp::detail::device_object {
  using accelerator_view_type = concurrency::accelerator_view;
  template <class Iterator>
  using if_iterator = std::enable_if_t<details::is_iterator<Iterator>, int>;
  template <bool rank_fits, class... Arguments>
  using if_fits = std::enable_if_t<rank_fits && details::follows_extent<Arguments...>::value, int>;

 public:
  static constexpr int rank = N;
  using value_type = T;

  /// An array on the default view of the default accelerator. Its elements are indeterminate.
  /// @throws runtime_exception for an extent with a length of 0 or less
  /// @throws out_of_memory when the system does not provide the memory
  MILLIAMP_CPU_ONLY explicit array(const concurrency::extent<N>& ext)
      : array(ext, milliamp::detail::default_accelerator()) {}
  /// An array on an accelerator_view, with indeterminate elements. With access_type_auto, the
  /// library chooses the host's access.
  /// @throws runtime_exception for an extent with a length of 0 or less, and when the accelerator's
  ///   memory does not allow the access
  /// @throws out_of_memory when the system does not provide the memory
  MILLIAMP_CPU_ONLY array(const concurrency::extent<N>& ext, accelerator_view_type av,
                          access_type access = access_type_auto)
      : array(ext, av, av, access) {}
  /// A staging array on av, usually the CPU, for copies to and from associated_av.
  MILLIAMP_CPU_ONLY array(const concurrency::extent<N>& ext, accelerator_view_type av,
                          accelerator_view_type associated_av)
      : array(ext, av, associated_av, access_type_auto) {}

  /// An array whose elements are copied from an iterator that provides at least extent.size() of
  /// them, or from a range of exactly that size: on the default view of the default accelerator, on
  /// an accelerator_view, or as a staging array.
  /// @throws runtime_exception for an extent with a length of 0 or less, when the size of the range
  ///   differs, when the accelerator's memory does not allow the access, and for a staging array
  ///   that is not on the CPU
  /// @throws out_of_memory when the system does not provide the memory
  template <typename InputIterator, if_iterator<InputIterator> = 0>
  MILLIAMP_CPU_ONLY array(const concurrency::extent<N>& ext, InputIterator src_begin) : array(ext) {
    concurrency::copy(src_begin, *this);
  }
  template <typename InputIterator, if_iterator<InputIterator> = 0>
  MILLIAMP_CPU_ONLY array(const concurrency::extent<N>& ext, InputIterator src_begin,
                          InputIterator src_end)
      : array(ext) {
    concurrency::copy(src_begin, src_end, *this);
  }
  template <typename InputIterator, if_iterator<InputIterator> = 0>
  MILLIAMP_CPU_ONLY array(const concurrency::extent<N>& ext, InputIterator src_begin,
                          accelerator_view_type av, access_type access = access_type_auto)
      : array(ext, av, access) {
    concurrency::copy(src_begin, *this);
  }
  template <typename InputIterator, if_iterator<InputIterator> = 0>
  MILLIAMP_CPU_ONLY array(const concurrency::extent<N>& ext, InputIterator src_begin,
                          InputIterator src_end, accelerator_view_type av,
                          access_type access = access_type_auto)
      : array(ext, av, access) {
    concurrency::copy(src_begin, src_end, *this);
  }
  template <typename InputIterator, if_iterator<InputIterator> = 0>
  MILLIAMP_CPU_ONLY array(const concurrency::extent<N>& ext, InputIterator src_begin,
                          accelerator_view_type av, accelerator_view_type associated_av)
      : array(ext, milliamp::detail::require_host(av), associated_av) {
    concurrency::copy(src_begin, *this);
  }
  template <typename InputIterator, if_iterator<InputIterator> = 0>
  MILLIAMP_CPU_ONLY array(const concurrency::extent<N>& ext, InputIterator src_begin,
                          InputIterator src_end, accelerator_view_type av,
                          accelerator_view_type associated_av)
      : array(ext, milliamp::detail::require_host(av), associated_av) {
    concurrency::copy(src_begin, src_end, *this);
  }

  /// An array with the extent and the elements of a view: on the default view of the default
  /// accelerator, on an accelerator_view, or as a staging array.
  /// @throws runtime_exception when the accelerator's memory does not allow the access, and for a
  ///   staging array that is not on the CPU
  /// @throws out_of_memory when the system does not provide the memory
  MILLIAMP_CPU_ONLY explicit array(const array_view<const T, N>& src) : array(src.extent) {
    concurrency::copy(src, *this);
  }
  MILLIAMP_CPU_ONLY array(const array_view<const T, N>& src, accelerator_view_type av,
                          access_type access = access_type_auto)
      : array(src.extent, av, access) {
    concurrency::copy(src, *this);
  }
  MILLIAMP_CPU_ONLY array(const array_view<const T, N>& src, accelerator_view_type av,
                          accelerator_view_type associated_av)
      : array(src.extent, milliamp::detail::require_host(av), associated_av) {
    concurrency::copy(src, *this);
  }

  /// An array of rank 1, 2 or 3 with individual lengths instead of the extent, which the arguments
  /// of the constructors above may follow: `array<int, 2>(8, 9)`, `array<int, 2>(8, 9,
  /// values.begin(), av)`.
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  MILLIAMP_CPU_ONLY explicit array(int e0) : array(concurrency::extent<1>(e0)) {}
  template <typename First, typename... Rest, int M = N, if_fits<M == 1, First, Rest...> = 0>
  MILLIAMP_CPU_ONLY array(int e0, First first, Rest... rest)
      : array(concurrency::extent<1>(e0), first, rest...) {}
  template <typename... Rest, int M = N, if_fits<M == 2, Rest...> = 0>
  MILLIAMP_CPU_ONLY array(int e0, int e1, Rest... rest)
      : array(concurrency::extent<2>(e0, e1), rest...) {}
  template <typename... Rest, int M = N, if_fits<M == 3, Rest...> = 0>
  MILLIAMP_CPU_ONLY array(int e0, int e1, int e2, Rest... rest)
      : array(concurrency::extent<3>(e0, e1, e2), rest...) {}

  /// Copies other, on the same accelerator_view.
  MILLIAMP_CPU_ONLY array(const array& other)
      : array(other.extent, other.accelerator_view, other.associated_accelerator_view,
              other.cpu_access_type) {
    concurrency::copy(other, *this);
  }
  /// Takes over the elements. other can then only be assigned to and destroyed.
  MILLIAMP_CPU_ONLY array(array&& other) noexcept
      : device_object(other),
        extent(other.extent),
        associated_accelerator_view(other.associated_accelerator_view),
        cpu_access_type(other.cpu_access_type),
        memory_(std::move(other.memory_)),
        strides_(other.strides_) {}
  /// Copies the elements. It is noexcept, and terminates the program on failure, because that
  /// identifies kernels that contain an array: see details::is_for_hosts.
  MILLIAMP_CPU_ONLY array(const array&& other) noexcept : array(other) {}
  ~array() = default;

  /// Copies the elements. If the extents differ, the array gets the extent of other and new memory
  /// on its own accelerator_view.
  MILLIAMP_CPU_ONLY array& operator=(const array& other);
  /// Takes over the elements and the accelerator_view of other.
  MILLIAMP_CPU_ONLY array& operator=(array&& other) noexcept {
    return details::reassign(*this, std::move(other));
  }
  /// Copies the elements, as by copy(src, *this).
  MILLIAMP_CPU_ONLY array& operator=(const array_view<const T, N>& src) {
    concurrency::copy(src, *this);
    return *this;
  }

  /// Copies the elements, as by copy(*this, dest).
  MILLIAMP_CPU_ONLY void copy_to(array& dest) const { concurrency::copy(*this, dest); }
  MILLIAMP_CPU_ONLY void copy_to(const array_view<T, N>& dest) const {
    concurrency::copy(*this, dest);
  }

  /// The lengths of the array.
  const concurrency::extent<N> extent;
  /// The accelerator_view to and from which a staging array is copied; that of the array for
  /// others.
  MILLIAMP_CPU_ONLY const concurrency::accelerator_view associated_accelerator_view;
  /// How the host may access the elements.
  MILLIAMP_CPU_ONLY const access_type cpu_access_type;

  concurrency::extent<N> get_extent() const { return extent; }
  MILLIAMP_CPU_ONLY concurrency::accelerator_view get_associated_accelerator_view() const {
    return associated_accelerator_view;
  }
  MILLIAMP_CPU_ONLY access_type get_cpu_access_type() const { return cpu_access_type; }

  /// The element at idx.
  /// @throws runtime_exception on the host, if cpu_access_type is access_type_none
  MILLIAMP_CHECKED_VARIANT T& operator[](const index<N>& idx) { return element(idx); }
  MILLIAMP_CHECKED_VARIANT const T& operator[](const index<N>& idx) const { return element(idx); }
  MILLIAMP_CHECKED_VARIANT T& operator()(const index<N>& idx) { return element(idx); }
  MILLIAMP_CHECKED_VARIANT const T& operator()(const index<N>& idx) const { return element(idx); }

  /// The element at i0 for rank 1; otherwise a view of the slice at i0 in the most significant
  /// dimension.
  MILLIAMP_CHECKED_VARIANT typename details::slice<T, N>::type operator[](int i0) {
    return slice_at<T>(i0);
  }
  MILLIAMP_CHECKED_VARIANT typename details::slice<const T, N>::type operator[](int i0) const {
    return slice_at<const T>(i0);
  }
  MILLIAMP_CHECKED_VARIANT typename details::slice<T, N>::type operator()(int i0) {
    return slice_at<T>(i0);
  }
  MILLIAMP_CHECKED_VARIANT typename details::slice<const T, N>::type operator()(int i0) const {
    return slice_at<const T>(i0);
  }
  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  MILLIAMP_CHECKED_VARIANT T& operator()(int i0, int i1) {
    return element(index<2>(i0, i1));
  }
  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  MILLIAMP_CHECKED_VARIANT const T& operator()(int i0, int i1) const {
    return element(index<2>(i0, i1));
  }
  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  MILLIAMP_CHECKED_VARIANT T& operator()(int i0, int i1, int i2) {
    return element(index<3>(i0, i1, i2));
  }
  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  MILLIAMP_CHECKED_VARIANT const T& operator()(int i0, int i1, int i2) const {
    return element(index<3>(i0, i1, i2));
  }

  /// A view of a section; see array_view::section.
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(const index<N>& origin,
                                                    const concurrency::extent<N>& ext) {
    return array_view<T, N>(*this).section(origin, ext);
  }
  MILLIAMP_CHECKED_VARIANT array_view<const T, N> section(const index<N>& origin,
                                                          const concurrency::extent<N>& ext) const {
    return array_view<const T, N>(*this).section(origin, ext);
  }
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(const index<N>& origin) {
    return array_view<T, N>(*this).section(origin);
  }
  MILLIAMP_CHECKED_VARIANT array_view<const T, N> section(const index<N>& origin) const {
    return array_view<const T, N>(*this).section(origin);
  }
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(const concurrency::extent<N>& ext) {
    return array_view<T, N>(*this).section(ext);
  }
  MILLIAMP_CHECKED_VARIANT array_view<const T, N> section(const concurrency::extent<N>& ext) const {
    return array_view<const T, N>(*this).section(ext);
  }
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(int i0, int e0) {
    return array_view<T, N>(*this).section(i0, e0);
  }
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  MILLIAMP_CHECKED_VARIANT array_view<const T, N> section(int i0, int e0) const {
    return array_view<const T, N>(*this).section(i0, e0);
  }
  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(int i0, int i1, int e0, int e1) {
    return array_view<T, N>(*this).section(i0, i1, e0, e1);
  }
  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  MILLIAMP_CHECKED_VARIANT array_view<const T, N> section(int i0, int i1, int e0, int e1) const {
    return array_view<const T, N>(*this).section(i0, i1, e0, e1);
  }
  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  MILLIAMP_CHECKED_VARIANT array_view<T, N> section(int i0, int i1, int i2, int e0, int e1,
                                                    int e2) {
    return array_view<T, N>(*this).section(i0, i1, i2, e0, e1, e2);
  }
  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  MILLIAMP_CHECKED_VARIANT array_view<const T, N> section(int i0, int i1, int i2, int e0, int e1,
                                                          int e2) const {
    return array_view<const T, N>(*this).section(i0, i1, i2, e0, e1, e2);
  }

  /// A linear view of the elements as another type (unsafe).
  /// @throws runtime_exception when the size of ElementType does not divide that of the array
  template <typename ElementType>
  array_view<ElementType, 1> reinterpret_as() {
    return details::access::reinterpret<ElementType>(array_view<T, N>(*this));
  }
  template <typename ElementType>
  array_view<const ElementType, 1> reinterpret_as() const {
    return details::access::reinterpret<const ElementType>(array_view<const T, N>(*this));
  }
  /// A view of the elements in another shape.
  template <int K>
  MILLIAMP_CHECKED_VARIANT array_view<T, K> view_as(const concurrency::extent<K>& view_extent) {
    return details::access::reshape(array_view<T, N>(*this), view_extent);
  }
  template <int K>
  MILLIAMP_CHECKED_VARIANT array_view<const T, K> view_as(
      const concurrency::extent<K>& view_extent) const {
    return details::access::reshape(array_view<const T, N>(*this), view_extent);
  }

  /// Converts to a vector of the elements, as by copy(*this, vector).
  MILLIAMP_CPU_ONLY operator std::vector<T>() const;

  /// The address of the first element; null on the host if cpu_access_type is access_type_none.
  T* data() { return data_for(access_type_read_write); }
  const T* data() const { return data_for(access_type_read); }

 private:
  friend struct details::access;
  static_assert(details::element_requirements<T>::hold);
  static_assert(!std::is_const_v<T>, "the elements of an array must not be const");

  array(const concurrency::extent<N>& ext, const accelerator_view_type& av,
        const accelerator_view_type& associated_av, access_type access)
      : device_object(av),
        extent(ext),
        associated_accelerator_view(associated_av),
        cpu_access_type(milliamp::detail::allowed_access(av, access)),
        memory_(milliamp::detail::allocate<T>(extent, 1, av)),
        strides_(extent) {}

  MILLIAMP_CHECKED_VARIANT MILLIAMP_ALWAYS_INLINE T& element(const index<N>& idx) const {
#if MILLIAMP_CHECKED_CODE
    return element(idx, std::make_integer_sequence<int, N>());
#else
    check_element_is_open();
    return milliamp::detail::element_at(memory_, strides_, extent, idx,
                                        {true, cpu_access_type, true});
#endif
  }
#if MILLIAMP_CHECKED_CODE
  template <int... D>
  MILLIAMP_CHECKED_VARIANT MILLIAMP_ALWAYS_INLINE T& element(
      const index<N>& idx, std::integer_sequence<int, D...>) const {
    return checked_element(idx[D]...);
  }
  /// @param at the coordinates, see untiled_caller::call()
  template <class... Coordinates>
  MILLIAMP_CHECKED_VARIANT MILLIAMP_UNWATCHED T& checked_element(Coordinates... at) const {
    const int components[] = {at...};
    return milliamp::detail::element_at(memory_, strides_, extent, index<N>(components),
                                        {true, cpu_access_type, true});
  }
#endif

  /// In a kernel this compiles to nothing: see assume_in_kernel().
  MILLIAMP_ALWAYS_INLINE void check_element_is_open() const {
    if (milliamp::detail::current_view_context == milliamp::detail::view_context::host &&
        cpu_access_type == access_type_none) {
      milliamp::detail::throw_closed_to_host();
    }
  }

  T* data_for(access_type type) const {
    if (milliamp::detail::current_view_context != milliamp::detail::view_context::host) {
      return memory_.data();
    }
    if (cpu_access_type == access_type_none) return nullptr;
    return static_cast<T*>(
        milliamp::detail::open_on_host(details::access::strided_region(*this), type));
  }

  template <class U>
  MILLIAMP_CHECKED_VARIANT typename details::slice<U, N>::type slice_at(int i0) const {
    if constexpr (N == 1) {
      return element(index<1>(i0));
    } else {
      return details::access::project<U>(*this, i0, memory_.owner()->accelerator);
    }
  }

  milliamp::detail::buffer_ref<T> memory_;
  details::strides<N> strides_;
};

template <typename T, int N>
array<T, N>& array<T, N>::operator=(const array& other) {
  if (this == &other) return *this;
  if (extent == other.extent && memory_.data() != nullptr) {
    concurrency::copy(other, *this);
    return *this;
  }
  array replacement(other.extent, accelerator_view, associated_accelerator_view, cpu_access_type);
  concurrency::copy(other, replacement);
  return *this = std::move(replacement);
}

template <typename T, int N>
array<T, N>::operator std::vector<T>() const {
  milliamp::detail::open_on_host(details::access::strided_region(*this), access_type_read);
  return std::vector<T>(memory_.data(), memory_.data() + details::element_count(extent));
}

template <typename T, int N>
array_view<T, N>::array_view(array<T, N>& src) noexcept
    : base(details::access::buffer_ref(src), details::access::buffer_ref(src).data(), src.extent,
           details::access::strides_of(src),
           details::access::buffer_ref(src).owner()->accelerator) {}

template <typename T, int N>
array_view<const T, N>::array_view(const array<T, N>& src) noexcept
    : base(details::access::buffer_ref(src), details::access::buffer_ref(src).data(), src.extent,
           details::access::strides_of(src),
           details::access::buffer_ref(src).owner()->accelerator) {}

}  // namespace concurrency

#endif
