/// @file
/// array_view<T, N>: an N-dimensional view of data stored elsewhere (spec 5.2).
///
///     std::vector<float> numbers(64);
///     array_view<float, 2> matrix(8, 8, numbers);
///     parallel_for_each(matrix.extent, [=](index<2> i) restrict(amp) { matrix[i] = 1; });
///     matrix.synchronize();   // now numbers contains the result
#ifndef MILLIAMP_ARRAY_VIEW_H
#define MILLIAMP_ARRAY_VIEW_H

#include <milliamp/detail/host_memory.h>
#include <milliamp/detail/reassign.h>
#include <milliamp/detail/restrictions.h>
#include <milliamp/detail/view.h>

namespace concurrency {
namespace details {

/// Whether an object of type Container can be viewed as elements of type T: it has data() and
/// size(), and is not an array or a view.
template <class Container, class T, class = void>
struct is_source : std::false_type {};
template <class Container, class T>
struct is_source<Container, T,
                 std::void_t<decltype(std::declval<Container&>().data()),
                             decltype(std::declval<Container&>().size())>>
    : std::bool_constant<std::is_convertible_v<decltype(std::declval<Container&>().data()), T*> &&
                         std::is_same_v<std::decay_t<decltype(*std::declval<Container&>().data())>,
                                        std::remove_const_t<T>> &&
                         !is_container<std::remove_const_t<Container>>::value> {};

/// Enables a constructor from a container of T, if the rank fits.
template <class Container, class T, bool rank_fits = true>
using enable_for_source = std::enable_if_t<rank_fits && is_source<Container, T>::value, int>;

}  // namespace details

/// A view of elements that can be read and written. A copy views the same data.
///
/// On an accelerator that shares memory with the host, such as direct3d_warp, views of host memory
/// access that memory directly. To be correct on all accelerators, a program calls synchronize()
/// before it accesses the memory other than through views. The memory must outlive its views. The
/// memory of an array, or of a view that allocated it, exists as long as a view refers to it.
///
/// @tparam T an amp-compatible type whose size is a multiple of 4 bytes; const if elements are only
///   read
/// @tparam N the rank, any number greater than 0
template <typename T, int N>
class array_view : public details::view<T, N> {
  using base = details::view<T, N>;

 public:
  /// Views all elements of an array.
  array_view(array<T, N>& src) noexcept;
  /// Views the elements of a container with data() and size(), such as std::vector.
  /// @throws runtime_exception when the container has fewer elements than the view
  template <typename Container, details::enable_for_source<Container, T> = 0>
  MILLIAMP_CPU_ONLY array_view(const concurrency::extent<N>& ext, Container& src)
      : base(milliamp::detail::host_memory<T>(milliamp::detail::source_of(ext, src), ext,
                                              milliamp::detail::source_size::sufficient),
             ext) {}
  /// Views memory that contains at least extent.size() elements.
  array_view(const concurrency::extent<N>& ext, T* src)
      : base(milliamp::detail::host_memory(src, ext), ext) {}
  /// Views newly allocated memory, which exists as long as a view of it. Its values are
  /// indeterminate.
  /// @throws out_of_memory when the system does not provide the memory
  MILLIAMP_CPU_ONLY explicit array_view(const concurrency::extent<N>& ext)
      : base(milliamp::detail::allocate<T>(ext, 0, milliamp::detail::host_accelerator), ext) {}

  /// A view of rank 1, 2 or 3 with individual lengths instead of the extent: of a container, of
  /// memory, or of newly allocated memory. Arguments and exceptions are those of the constructors
  /// with an extent.
  template <typename Container, int M = N, details::enable_for_source<Container, T, M == 1> = 0>
  MILLIAMP_CPU_ONLY array_view(int e0, Container& src)
      : array_view(concurrency::extent<1>(e0), src) {}
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  array_view(int e0, T* src) : array_view(concurrency::extent<1>(e0), src) {}
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  MILLIAMP_CPU_ONLY explicit array_view(int e0) : array_view(concurrency::extent<1>(e0)) {}

  template <typename Container, int M = N, details::enable_for_source<Container, T, M == 2> = 0>
  MILLIAMP_CPU_ONLY array_view(int e0, int e1, Container& src)
      : array_view(concurrency::extent<2>(e0, e1), src) {}
  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  array_view(int e0, int e1, T* src) : array_view(concurrency::extent<2>(e0, e1), src) {}
  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  MILLIAMP_CPU_ONLY explicit array_view(int e0, int e1)
      : array_view(concurrency::extent<2>(e0, e1)) {}

  template <typename Container, int M = N, details::enable_for_source<Container, T, M == 3> = 0>
  MILLIAMP_CPU_ONLY array_view(int e0, int e1, int e2, Container& src)
      : array_view(concurrency::extent<3>(e0, e1, e2), src) {}
  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  array_view(int e0, int e1, int e2, T* src)
      : array_view(concurrency::extent<3>(e0, e1, e2), src) {}
  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  MILLIAMP_CPU_ONLY explicit array_view(int e0, int e1, int e2)
      : array_view(concurrency::extent<3>(e0, e1, e2)) {}

  /// Views a whole container, or a whole C++ array, in one dimension.
  /// @throws concurrency::runtime_exception if the container has more elements than INT_MAX
  template <typename Container, int M = N, details::enable_for_source<Container, T, M == 1> = 0>
  MILLIAMP_CPU_ONLY explicit array_view(Container& src)
      : array_view(milliamp::detail::extent_of(src), src) {}
  template <typename Value, int Size, int M = N,
            std::enable_if_t<M == 1 && std::is_same_v<Value, T>, int> = 0>
  explicit array_view(Value (&src)[Size])
      : base(milliamp::detail::host_memory<T>(src, concurrency::extent<1>(Size),
                                              milliamp::detail::source_size::sufficient),
             concurrency::extent<1>(Size)) {}

  array_view(const array_view& other) = default;
  /// Makes this a view of the data that other views.
  array_view& operator=(const array_view& other) noexcept {
    return details::reassign(*this, other);
  }

  /// Copies the elements, as by copy(*this, dest).
  MILLIAMP_CPU_ONLY void copy_to(array<T, N>& dest) const {
    milliamp::detail::copy(details::access::strided_region(*this),
                           details::access::strided_region(dest));
  }
  MILLIAMP_CPU_ONLY void copy_to(const array_view& dest) const {
    milliamp::detail::copy(details::access::strided_region(*this),
                           details::access::strided_region(dest));
  }

  /// Copies changes made elsewhere to the viewed memory. The program may then access the memory
  /// directly in the way given by type.
  MILLIAMP_CPU_ONLY void synchronize(access_type type = access_type_read) const {
    synchronize_to(base::source_accelerator_view, type);
  }
  MILLIAMP_CPU_ONLY completion_future synchronize_async(access_type type = access_type_read) const {
    return synchronize_to_async(base::source_accelerator_view, type);
  }
  /// Copies changes made elsewhere to an accelerator_view.
  MILLIAMP_CPU_ONLY void synchronize_to(const accelerator_view& av,
                                        access_type type = access_type_read) const {
    milliamp::detail::synchronize(details::access::strided_region(*this), av, type);
  }
  MILLIAMP_CPU_ONLY completion_future
  synchronize_to_async(const accelerator_view& av, access_type type = access_type_read) const {
    return milliamp::detail::synchronize_async(details::access::strided_region(*this), av, type);
  }
  /// Declares that the values are not needed because they will be overwritten.
  MILLIAMP_CPU_ONLY void discard_data() const {
    milliamp::detail::discard(details::access::strided_region(*this));
  }

 private:
  friend struct details::access;

  template <class U>
  array_view(const milliamp::detail::buffer_ref<U>& memory, T* data,
             const concurrency::extent<N>& ext, const details::strides<N>& strides,
             const accelerator_view& accelerator) noexcept
      : base(memory, data, ext, strides, accelerator) {}
};

/// A view of elements that are only read.
template <typename T, int N>
class array_view<const T, N> : public details::view<const T, N> {
  using base = details::view<const T, N>;

 public:
  /// Views all elements of an array.
  array_view(const array<T, N>& src) noexcept;
  /// Views the elements of a container with data() and size(), such as std::vector.
  /// @throws runtime_exception when the container has fewer elements than the view
  template <typename Container, details::enable_for_source<const Container, const T> = 0>
  MILLIAMP_CPU_ONLY array_view(const concurrency::extent<N>& ext, const Container& src)
      : base(milliamp::detail::host_memory<const T>(milliamp::detail::source_of(ext, src), ext,
                                                    milliamp::detail::source_size::sufficient),
             ext) {}
  /// Views memory that contains at least extent.size() elements.
  array_view(const concurrency::extent<N>& ext, const T* src)
      : base(milliamp::detail::host_memory(src, ext), ext) {}

  /// A view of rank 1, 2 or 3 with individual lengths instead of the extent: of a container or of
  /// memory. Arguments and exceptions are those of the constructors with an extent.
  template <typename Container, int M = N,
            details::enable_for_source<const Container, const T, M == 1> = 0>
  MILLIAMP_CPU_ONLY array_view(int e0, const Container& src)
      : array_view(concurrency::extent<1>(e0), src) {}
  template <int M = N, std::enable_if_t<M == 1, int> = 0>
  array_view(int e0, const T* src) : array_view(concurrency::extent<1>(e0), src) {}

  template <typename Container, int M = N,
            details::enable_for_source<const Container, const T, M == 2> = 0>
  MILLIAMP_CPU_ONLY array_view(int e0, int e1, const Container& src)
      : array_view(concurrency::extent<2>(e0, e1), src) {}
  template <int M = N, std::enable_if_t<M == 2, int> = 0>
  array_view(int e0, int e1, const T* src) : array_view(concurrency::extent<2>(e0, e1), src) {}

  template <typename Container, int M = N,
            details::enable_for_source<const Container, const T, M == 3> = 0>
  MILLIAMP_CPU_ONLY array_view(int e0, int e1, int e2, const Container& src)
      : array_view(concurrency::extent<3>(e0, e1, e2), src) {}
  template <int M = N, std::enable_if_t<M == 3, int> = 0>
  array_view(int e0, int e1, int e2, const T* src)
      : array_view(concurrency::extent<3>(e0, e1, e2), src) {}

  /// Views a whole container, or a whole C++ array, in one dimension.
  /// @throws concurrency::runtime_exception if the container has more elements than INT_MAX
  template <typename Container, int M = N,
            details::enable_for_source<const Container, const T, M == 1> = 0>
  MILLIAMP_CPU_ONLY explicit array_view(const Container& src)
      : array_view(milliamp::detail::extent_of(src), src) {}
  template <typename Value, int Size, int M = N,
            std::enable_if_t<M == 1 && std::is_same_v<Value, T>, int> = 0>
  explicit array_view(const Value (&src)[Size])
      : base(milliamp::detail::host_memory<const T>(src, concurrency::extent<1>(Size),
                                                    milliamp::detail::source_size::sufficient),
             concurrency::extent<1>(Size)) {}

  /// Makes this a view of the data that other views.
  array_view(const array_view<T, N>& other) noexcept
      : base(details::access::buffer_ref(other), details::access::buffer_ref(other).data(),
             other.extent, details::access::strides_of(other), other.source_accelerator_view) {}
  array_view(const array_view& other) = default;
  array_view& operator=(const array_view<T, N>& other) noexcept {
    return details::reassign(*this, other);
  }
  array_view& operator=(const array_view& other) noexcept {
    return details::reassign(*this, other);
  }

  /// Copies the elements, as by copy(*this, dest).
  MILLIAMP_CPU_ONLY void copy_to(array<T, N>& dest) const {
    milliamp::detail::copy(details::access::strided_region(*this),
                           details::access::strided_region(dest));
  }
  MILLIAMP_CPU_ONLY void copy_to(const array_view<T, N>& dest) const {
    milliamp::detail::copy(details::access::strided_region(*this),
                           details::access::strided_region(dest));
  }

  /// Copies changes made elsewhere to the viewed memory.
  MILLIAMP_CPU_ONLY void synchronize() const { synchronize_to(base::source_accelerator_view); }
  MILLIAMP_CPU_ONLY completion_future synchronize_async() const {
    return synchronize_to_async(base::source_accelerator_view);
  }
  /// Copies changes made elsewhere to an accelerator_view.
  MILLIAMP_CPU_ONLY void synchronize_to(const accelerator_view& av) const {
    milliamp::detail::synchronize(details::access::strided_region(*this), av, access_type_read);
  }
  MILLIAMP_CPU_ONLY completion_future synchronize_to_async(const accelerator_view& av) const {
    return milliamp::detail::synchronize_async(details::access::strided_region(*this), av,
                                               access_type_read);
  }

 private:
  friend struct details::access;

  template <class U>
  array_view(const milliamp::detail::buffer_ref<U>& memory, const T* data,
             const concurrency::extent<N>& ext, const details::strides<N>& strides,
             const accelerator_view& accelerator) noexcept
      : base(memory, data, ext, strides, accelerator) {}
};

}  // namespace concurrency

#endif
