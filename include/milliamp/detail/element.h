/// @file
/// The requirements on element types of arrays and views (spec 2.4.1, 5.1, 5.2).
#ifndef MILLIAMP_DETAIL_ELEMENT_H
#define MILLIAMP_DETAIL_ELEMENT_H

#include <milliamp/detail/members.h>
#include <milliamp/detail/virtual_bases.h>

#include <type_traits>

namespace concurrency {

class accelerator;
class accelerator_view;
class tile_barrier;
template <typename T, int N = 1>
class array;
template <typename T, int N = 1>
class array_view;
template <int D0, int D1, int D2>
class tiled_index;

namespace details {

template <class T>
struct is_container : std::false_type {};
template <class T, int N>
struct is_container<array<T, N>> : std::true_type {};
template <class T, int N>
struct is_container<array_view<T, N>> : std::true_type {};

/// Whether T is one of several types.
template <class T, class... Others>
inline constexpr bool is_one_of = (std::is_same_v<T, Others> || ...);

/// Whether a scalar type is amp-compatible (spec 2.4.1.2, 2.4.1.3).
template <class T>
constexpr bool is_amp_scalar() {
  if constexpr (std::is_enum_v<T>) {
    return is_one_of<std::underlying_type_t<T>, int, unsigned int, long, unsigned long>;
  } else {
    return is_one_of<T, bool, int, unsigned int, long, unsigned long, float, double>;
  }
}

/// Whether T is a handle class of the library, which data cannot contain.
template <class T>
struct is_handle : std::bool_constant<is_container<T>::value ||
                                      is_one_of<T, accelerator, accelerator_view, tile_barrier>> {};
template <int D0, int D1, int D2>
struct is_handle<tiled_index<D0, D1, D2>> : std::true_type {};

/// An amp-compatible scalar type that occupies 4 bytes in a class, where members are aligned to 4.
template <class T>
struct takes_4_bytes : std::bool_constant<is_amp_scalar<T>() && sizeof(T) <= 4> {};
template <class T>
struct takes_8_bytes : std::bool_constant<is_amp_scalar<T>() && sizeof(T) == 8> {};

template <class T>
struct is_foreign;

/// Whether an aggregate is known to have members that are not amp-compatible.
template <class T, bool = std::is_aggregate_v<T> && !std::is_array_v<T> && !std::is_union_v<T>>
struct has_foreign_members : std::false_type {};
template <class T>
struct has_foreign_members<T, true>
    : std::bool_constant<members<T>::template count_if<is_foreign> != 0 ||
                         members<T>::references != 0> {};

/// Whether a type is known not to be amp-compatible. (The members of a class that is not an
/// aggregate are unknown.)
template <class T>
struct is_foreign : std::bool_constant<(std::is_scalar_v<T> && !is_amp_scalar<T>()) ||
                                       is_handle<T>::value || std::is_polymorphic_v<T> ||
                                       has_virtual_bases<T>() || has_foreign_members<T>::value> {};

/// Whether an aggregate has bit-fields or several members in one word: its size is too small for
/// all members to be aligned to 4 bytes.
template <class T>
constexpr bool has_packed_members() {
  if constexpr (std::is_aggregate_v<T> && !std::is_array_v<T> && !std::is_union_v<T>) {
    return 4 * members<T>::template count_if<takes_4_bytes> +
               8 * members<T>::template count_if<takes_8_bytes> >
           sizeof(T);
  } else {
    return false;
  }
}

/// Whether an object can be copied bytewise instead of by its copy constructor.
#if defined(__clang__) && __clang_major__ >= 15
#pragma clang diagnostic push
#pragma clang diagnostic ignored \
    "-Wdeprecated-builtins"  // the recommended trait also considers the destructor
#endif
template <class T>
inline constexpr bool has_trivial_copy = __has_trivial_copy(T);
#if defined(__clang__) && __clang_major__ >= 15
#pragma clang diagnostic pop
#endif

/// Whether a class names its allocator, as C++ containers do.
template <class T, class = void>
inline constexpr bool has_allocator = false;
template <class T>
inline constexpr bool has_allocator<T, std::void_t<typename T::allocator_type>> = true;

/// Whether objects of a class appear to own a resource that the destructor releases. A class of
/// plain data may also have a destructor (spec 2.2.2) and its own copy constructor. But a class
/// without pointer alignment owns nothing, and owners usually have a nothrow move constructor.
/// Views also have one.
template <class T>
inline constexpr bool is_owner = has_allocator<T> ||
                                 (!std::is_trivially_destructible_v<T> && !has_trivial_copy<T> &&
                                  alignof(T) >= alignof(void*) &&
                                  (std::is_nothrow_move_constructible_v<T> ||
                                   !std::is_copy_constructible_v<T>));

/// Rejects types that are not allowed as elements of an array or a view.
template <class T>
struct element_requirements {
  static constexpr bool hold = true;

  using type = std::remove_cv_t<T>;

  static_assert(!std::is_reference_v<T> && !std::is_pointer_v<T> && !std::is_null_pointer_v<T>,
                "an element must not be a pointer or a reference: they are not amp-compatible");
  static_assert(!std::is_volatile_v<T>,
                "an element must not be volatile: that is not amp-compatible");
  static_assert(
      !is_handle<type>::value,
      "an element must not be an array, array_view, accelerator, accelerator_view or barrier");
  static_assert(
      !std::is_polymorphic_v<T>,
      "the class of an element must not have virtual functions: they are not amp-compatible");
  static_assert(
      !has_virtual_bases<type>(),
      "the class of an element must not have virtual base classes: they are not amp-compatible");
  static_assert(std::is_class_v<T> || std::is_union_v<T> || std::is_array_v<T> ||
                    is_amp_scalar<type>(),
                "an element is not amp-compatible: the scalar types are int, unsigned int, long, "
                "unsigned long, float, double and enumerations of these integers");
  static_assert(sizeof(T) % 4 == 0, "the size of an element must be a multiple of 4 bytes");
  static_assert(
      !is_owner<type>,
      "an element must be plain data, because its destructor is never called: it must not contain "
      "a container, string, array or view");
  static_assert(!has_foreign_members<type>::value,
                "an element has a member that is not amp-compatible, such as a char, a pointer, a "
                "reference or a view");
  static_assert(!has_packed_members<type>(),
                "the members of an element must not be bit-fields and must be aligned to 4 bytes");
};

}  // namespace details
}  // namespace concurrency

#endif
