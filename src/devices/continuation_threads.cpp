#include "devices/continuation_threads.h"

#include "base/start_thread.h"

#include <utility>

namespace milliamp::detail::devices {

constinit thread_local bool continuation_threads::is_continuation = false;

void continuation_threads::start(std::function<void()> function) {
  // The thread takes the lock only at its end. One that cannot start is not counted.
  const base::scoped_lock lock(mutex_);
  base::start_thread("a continuation", [this, function = std::move(function)]() mutable noexcept {
    is_continuation = true;
    function();
    function = nullptr;
    const base::scoped_lock lock(mutex_);
    --running_;
    changed_.notify_all();
  }).detach();
  ++running_;
}

void continuation_threads::finish() {
  // A continuation that calls exit() cannot wait for itself.
  const int own = is_continuation ? 1 : 0;
  const base::scoped_lock lock(mutex_);
  while (running_ > own) changed_.wait(mutex_);
}

}  // namespace milliamp::detail::devices
