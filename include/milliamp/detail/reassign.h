/// @file
/// Assignment for classes with properties: public data members that are const or references.
///
///     view& operator=(const view& other) noexcept { return details::reassign(*this, other); }
#ifndef MILLIAMP_DETAIL_REASSIGN_H
#define MILLIAMP_DETAIL_REASSIGN_H

#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace concurrency::details {

/// Replaces object by a new object constructed from value. Properties can thus be public members
/// that the program reads but cannot write, and that still change when the object is assigned.
template <class Object, class Value>
Object& reassign(Object& object, Value&& value) noexcept {
  static_assert(std::is_nothrow_constructible_v<Object, Value&&>,
                "an exception would leave the object destroyed");
  if (std::addressof(object) != std::addressof(static_cast<const Object&>(value))) {
    object.~Object();
    ::new (static_cast<void*>(std::addressof(object))) Object(std::forward<Value>(value));
  }
  return object;
}

}  // namespace concurrency::details

#endif
