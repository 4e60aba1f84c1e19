/// @file
/// Whether a class has virtual base classes. None that has is amp-compatible (spec 2.4.1.3).
#ifndef MILLIAMP_DETAIL_VIRTUAL_BASES_H
#define MILLIAMP_DETAIL_VIRTUAL_BASES_H

#include <type_traits>

namespace concurrency::detail {

/// A class whose objects hold a pointer to a table, and no pointer of its own if T has one.
template <class T>
struct with_virtual_destructor : T {
  virtual ~with_virtual_destructor();
};

/// Whether T, which has no virtual functions, has virtual base classes. No trait of C++ tells, but
/// sizes do: for virtual bases, too, objects hold a pointer to a table, and in the C++ ABI of the
/// supported compilers, a derived class shares that of its first base class that has one, and holds
/// its own in front of the others. (Of a final class, nothing derives.)
template <class T>
constexpr bool has_virtual_bases() {
  if constexpr (std::is_class_v<T> && !std::is_polymorphic_v<T> && !std::is_final_v<T>) {
    return sizeof(with_virtual_destructor<T>) == sizeof(T);
  } else {
    return false;
  }
}

}  // namespace concurrency::detail

#endif
