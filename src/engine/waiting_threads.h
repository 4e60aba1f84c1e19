/// @file
/// For threads that are suspended in the library's code, the barriers at which they wait. If a
/// thread is suspended in the kernel's code, its context has the address.
#pragma once

#include <milliamp/detail/tile.h>

#include <vector>

namespace milliamp::detail::engine {

/// For each thread of a tile; null: it does not wait, or is suspended elsewhere.
class waiting_threads {
 public:
  /// Makes room for the threads of a tile.
  void reserve(tile& t, thread_number threads) {
    if (barriers_.size() >= threads) return;
    barriers_.resize(threads);
    t.waiting = barriers_.data();
  }
  const void*& of(thread_number thread) { return barriers_[thread]; }
  const std::vector<const void*>& barriers() const { return barriers_; }

 private:
  std::vector<const void*> barriers_;
};

/// A thread waits during its lifetime.
class waiting_scope {
 public:
  waiting_scope(const void*& waiting, const void* barrier) : waiting_(waiting) {
    waiting_ = barrier;
  }
  ~waiting_scope() { waiting_ = nullptr; }
  waiting_scope(const waiting_scope&) = delete;
  waiting_scope& operator=(const waiting_scope&) = delete;

 private:
  const void*& waiting_;
};

}  // namespace milliamp::detail::engine
