/// @file
/// Detects virtual base classes, which are not amp-compatible (spec 2.4.1.3).
#ifndef MILLIAMP_DETAIL_VIRTUAL_BASES_H
#define MILLIAMP_DETAIL_VIRTUAL_BASES_H

#include <type_traits>

namespace concurrency::details {

/// A class with a vtable pointer, shared with T if T has one.
template <class T>
struct with_virtual_destructor : T {
  virtual ~with_virtual_destructor();
};

/// Whether T, which has no virtual functions, has virtual base classes. C++ has no trait for this,
/// but object sizes reveal it: virtual bases also require a vtable pointer, and in the Itanium C++
/// ABI a derived class shares that of its first base class that has one, and otherwise adds its
/// own. (A final class cannot be tested.)
template <class T>
constexpr bool has_virtual_bases() {
  if constexpr (std::is_class_v<T> && !std::is_polymorphic_v<T> && !std::is_final_v<T>) {
    return sizeof(with_virtual_destructor<T>) == sizeof(T);
  } else {
    return false;
  }
}

}  // namespace concurrency::details

#endif
