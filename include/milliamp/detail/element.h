/// @file
/// Which types may be the elements of arrays and views (spec 2.4.1, 5.1, 5.2).
#ifndef MILLIAMP_DETAIL_ELEMENT_H
#define MILLIAMP_DETAIL_ELEMENT_H

#include <type_traits>

namespace concurrency {

template <typename T, int N = 1>
class array;
template <typename T, int N = 1>
class array_view;

namespace detail {

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

/// Refuses a type that the elements of an array or a view may not have.
template <class T>
struct element_requirements {
  static constexpr bool hold = true;

  static_assert(!std::is_reference_v<T> && !std::is_pointer_v<T> && !std::is_null_pointer_v<T>,
                "an element is no pointer and no reference: they are not amp-compatible");
  static_assert(!std::is_volatile_v<T>, "an element is not volatile: that is not amp-compatible");
  static_assert(!is_container<std::remove_cv_t<T>>::value,
                "an element is no array or array_view and contains none");
  static_assert(!std::is_polymorphic_v<T>,
                "the class of an element has no virtual functions: they are not amp-compatible");
  static_assert(std::is_class_v<T> || std::is_union_v<T> || std::is_array_v<T> ||
                    is_amp_scalar<std::remove_cv_t<T>>(),
                "an element is not amp-compatible: the scalar types are int, unsigned int, long, "
                "unsigned long, float, double and enumerations of these integers");
  static_assert(sizeof(T) % 4 == 0, "the size of an element is a multiple of 4 bytes");
};

}  // namespace detail
}  // namespace concurrency

#endif
