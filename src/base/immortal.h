/// @file
/// Objects that outlive every static object of the process.
///
///     static base::immortal<table> only;
///     only->add(entry);
#pragma once

#include <cstddef>
#include <new>
#include <utility>

namespace milliamp::detail::base {

/// Holds a T that is never destroyed: destructors of static and of thread-local objects, and
/// threads that run until the process has ended, may use it. A T with a private constructor names
/// `friend class base::immortal<T>`.
template <class T>
class immortal {
 public:
  template <class... Arguments>
  explicit immortal(Arguments&&... arguments) {
    ::new (static_cast<void*>(storage_)) T(std::forward<Arguments>(arguments)...);
  }
  immortal(const immortal&) = delete;
  immortal& operator=(const immortal&) = delete;

  T& operator*() { return *std::launder(reinterpret_cast<T*>(storage_)); }
  T* operator->() { return &**this; }

 private:
  alignas(T) std::byte storage_[sizeof(T)];
};

}  // namespace milliamp::detail::base
