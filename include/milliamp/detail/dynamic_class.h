/// @file
/// Classes whose objects hold a pointer to a table, for virtual functions or virtual base classes.
/// No class of that kind is amp-compatible (spec 2.4.1.3).
#ifndef MILLIAMP_DETAIL_DYNAMIC_CLASS_H
#define MILLIAMP_DETAIL_DYNAMIC_CLASS_H

#include <type_traits>

namespace concurrency {
namespace detail {

/// A class that needs such a pointer, and has none of its own if T has one.
template <class T>
struct with_virtual_destructor : T {
  virtual ~with_virtual_destructor();
};

/// Whether T has virtual base classes, or virtual functions. No trait of C++ tells of the former,
/// but sizes do: in the C++ ABI of the supported compilers, a derived class shares the pointer of
/// its first base class that has one, and holds its own in front of the others. (Of a final class,
/// nothing derives; then the virtual functions alone are seen.)
template <class T>
constexpr bool is_dynamic_class() {
  if constexpr (std::is_class_v<T> && !std::is_polymorphic_v<T> && !std::is_final_v<T>) {
    return sizeof(with_virtual_destructor<T>) == sizeof(T);
  } else {
    return std::is_polymorphic_v<T>;
  }
}

}  // namespace detail
}  // namespace concurrency

#endif
