#include "devices/queue.h"

#include "base/immortal.h"
#include "devices/device.h"
#include "devices/operation_thread.h"

#include <milliamp/accelerator.h>
#include <milliamp/detail/reassign.h>

#include <utility>

namespace milliamp::detail::devices {

void queue::complete() {
  const ticket last = last_.load(std::memory_order_acquire);
  if (last != 0) base::only<operation_thread>().complete(last);
}

void queue::wait() {
  const ticket last = last_.load(std::memory_order_acquire);
  if (last != 0) base::only<operation_thread>().wait_for(last);
}

void queue::record(ticket submitted) {
  ticket last = last_.load(std::memory_order_relaxed);
  while (last < submitted &&
         !last_.compare_exchange_weak(last, submitted, std::memory_order_release)) {
  }
}

concurrency::completion_future start(const concurrency::accelerator_view& one,
                                     const concurrency::accelerator_view& other,
                                     std::function<void()> work, std::shared_ptr<const void> held) {
  const auto operation = std::make_shared<async_operation>(std::move(work));
  const concurrency::completion_future future = async_operation::future_of(operation);
  const ticket number = base::only<operation_thread>().enqueue(operation, std::move(held));
  queue_access::queue_of(one).record(number);
  queue_access::queue_of(other).record(number);
  return future;
}

}  // namespace milliamp::detail::devices

namespace concurrency {

accelerator_view::accelerator_view(milliamp::detail::devices::queue& queue,
                                   bool is_auto_selection) noexcept
    : accelerator(queue.device().handle),
      is_debug(queue.device().is_debug),
      is_auto_selection(is_auto_selection),
      version(queue.device().version),
      queuing_mode(queue.mode()),
      queue_(&queue) {
  queue_->retain();
}

accelerator_view::accelerator_view(const accelerator_view& other)
    : accelerator(other.accelerator),
      is_debug(other.is_debug),
      is_auto_selection(other.is_auto_selection),
      version(other.version),
      queuing_mode(other.queuing_mode),
      queue_(other.queue_) {
  queue_->retain();
}

accelerator_view& accelerator_view::operator=(const accelerator_view& other) noexcept {
  return details::reassign(*this, std::move(other));
}

accelerator_view::~accelerator_view() { queue_->release(); }

accelerator accelerator_view::get_accelerator() const { return accelerator; }

void accelerator_view::flush() const {}

void accelerator_view::wait() const { queue_->wait(); }

completion_future accelerator_view::create_marker() const {
  if (!queue_->has_operations()) return milliamp::detail::devices::async_operation::completed();
  return milliamp::detail::devices::start(*this, *this, nullptr);
}

}  // namespace concurrency
