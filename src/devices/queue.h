/// @file
/// The implementation of concurrency::accelerator_view.
#pragma once

#include "devices/operation.h"

#include <milliamp/accelerator_view.h>

#include <atomic>

namespace milliamp::detail::devices {

struct device;

/// Orders the work on an accelerator_view. Asynchronous operations run on a separate thread.
/// Launches and copies run on the thread that calls them, after it has waited for the operations
/// submitted before. Reference counted.
class queue {
 public:
  queue(devices::device& device, concurrency::queuing_mode mode) : device_(device), mode_(mode) {}
  queue(const queue&) = delete;
  queue& operator=(const queue&) = delete;

  devices::device& device() const { return device_; }
  concurrency::queuing_mode mode() const { return mode_; }

  /// Waits for all operations submitted so far, as operation_thread::complete() does.
  void complete();
  /// Waits for all operations submitted so far, as operation_thread::wait_for() does.
  void wait();
  /// Records that an operation was submitted.
  void record(ticket submitted);
  bool has_operations() const { return last_.load(std::memory_order_acquire) != 0; }

  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

 private:
  ~queue() = default;

  devices::device& device_;
  const concurrency::queuing_mode mode_;
  std::atomic<ticket> last_{0};
  std::atomic<std::uint32_t> references_{0};
};

/// Converts between accelerator_views and their queues.
class queue_access {
 public:
  /// Returns a view of a queue, which holds a reference to it.
  static concurrency::accelerator_view view_of(queue& queue, bool is_auto_selection = false) {
    return concurrency::accelerator_view(queue, is_auto_selection);
  }
  static queue& queue_of(const concurrency::accelerator_view& view) { return *view.queue_; }
};

/// Returns the device of a view.
inline device& device_of(const concurrency::accelerator_view& view) {
  return queue_access::queue_of(view).device();
}

/// Submits an operation to the queues of two views, which may be the same.
/// @param held kept until the program has waited for the operation
concurrency::completion_future start(const concurrency::accelerator_view& one,
                                     const concurrency::accelerator_view& other,
                                     std::function<void()> work,
                                     std::shared_ptr<const void> held = nullptr);

}  // namespace milliamp::detail::devices
