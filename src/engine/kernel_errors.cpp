#include "engine/kernel_errors.h"

#include <milliamp/exceptions.h>

#include <utility>

namespace milliamp::detail::engine {

void kernel_errors::add(const thread_position& thread, std::string message) {
  const base::scoped_lock lock(mutex_);
  if (!lowest_.empty() && lowest_ <= thread.global) return;
  lowest_ = thread.global;
  message_ = std::move(message);
}

void kernel_errors::throw_first() const {
  if (lowest_.empty()) return;
  throw concurrency::runtime_exception(message_.c_str(), concurrency::details::e_fail);
}

}  // namespace milliamp::detail::engine
