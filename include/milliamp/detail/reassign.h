/// @file
/// Assignment for classes with properties: public data members that are const or references.
///
///     view& operator=(const view& other) noexcept { return detail::reassign(*this, other); }
#ifndef MILLIAMP_DETAIL_REASSIGN_H
#define MILLIAMP_DETAIL_REASSIGN_H

#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace concurrency::detail {

/// Makes object what an object made from value would be, by putting a new one in its place: a
/// property can be had by name, cannot be written from outside, and still changes with the object.
template <class Object, class Value>
Object& reassign(Object& object, Value&& value) noexcept {
  static_assert(std::is_nothrow_constructible_v<Object, Value&&>,
                "an exception would leave no object where one was");
  if (std::addressof(object) != std::addressof(static_cast<const Object&>(value))) {
    object.~Object();
    ::new (static_cast<void*>(std::addressof(object))) Object(std::forward<Value>(value));
  }
  return object;
}

}  // namespace concurrency::detail

#endif
