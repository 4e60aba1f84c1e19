/// @file
/// Objects that outlive every object with static storage duration.
///
///     static immortal<registry> instance;
#pragma once

#include "base/thread_sanitizer.h"

#include <pthread.h>

#include <cstddef>
#include <new>
#include <utility>

namespace milliamp::detail::base {

/// Holds a T that is never destroyed: destructors of static objects and threads that are still
/// running may use it until the process ends. A T with a private constructor declares
/// `friend class base::immortal<T>`.
template <class T>
class immortal {
 public:
  template <class... Args>
  explicit immortal(Args&&... args) {
    // ThreadSanitizer does not see that other threads wait until a static object is initialized.
    const hidden_from_thread_sanitizer hidden;
    ::new (static_cast<void*>(storage_)) T(std::forward<Args>(args)...);
  }
  immortal(const immortal&) = delete;
  immortal& operator=(const immortal&) = delete;

  T& operator*() { return *std::launder(reinterpret_cast<T*>(storage_)); }
  T* operator->() { return &**this; }

  /// Constructs another T in place of the present one, which is not destroyed.
  void replace() { ::new (static_cast<void*>(storage_)) T; }

 private:
  alignas(T) std::byte storage_[sizeof(T)];
};

/// The only object of a class in the process. It is never destroyed.
template <class T>
T& only() {
  static immortal<T> object;
  return *object;
}

/// The only object of a class in the process, which fork() does not pass on: a child constructs its
/// own, because threads that do not exist in the child may hold the mutexes of the parent's object.
template <class T>
T& only_of_process() {
  static immortal<T> object;
  static const int error = pthread_atfork(nullptr, nullptr, [] { object.replace(); });
  static_cast<void>(error);
  return *object;
}

}  // namespace milliamp::detail::base
