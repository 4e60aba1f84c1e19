#include "devices/operation.h"

#include "base/immortal.h"
#include "devices/continuation_threads.h"
#include "devices/operation_thread.h"

#include <milliamp/exceptions.h>

#include <new>
#include <utility>

namespace milliamp::detail::devices {

concurrency::completion_future async_operation::completed() {
  const auto done = std::make_shared<async_operation>(nullptr);
  done->run();
  return future_of(done);
}

concurrency::completion_future async_operation::future_of(
    const std::shared_ptr<async_operation>& operation) {
  return {operation->future_, operation};
}

void async_operation::complete(const concurrency::completion_future& submitted) {
  base::only<operation_thread>().complete(submitted.operation_->number_);
}

void async_operation::run() noexcept {
  try {
    if (work_) work_();
    work_ = nullptr;
    promise_.set_value();
  } catch (...) {
    work_ = nullptr;
    promise_.set_exception(std::current_exception());
  }
  std::vector<std::function<void()>> ready;
  {
    const base::scoped_lock lock(mutex_);
    complete_ = true;
    ready.swap(continuations_);
  }
  if (!ready.empty()) observe();
  for (auto& function : ready)
    base::only_of_process<continuation_threads>().start(std::move(function));
}

void async_operation::when_complete(std::function<void()> function) {
  {
    const base::scoped_lock lock(mutex_);
    if (!complete_) {
      continuations_.push_back(std::move(function));
      return;
    }
  }
  observe();
  base::only_of_process<continuation_threads>().start(std::move(function));
}

void async_operation::observe() {
  const ticket number = number_;
  if (number != 0) base::only<operation_thread>().observe(number);
}

void async_operation::fail_in_child() noexcept {
  ::new (&mutex_) base::mutex;
  ::new (&continuations_) decltype(continuations_);
  complete_ = true;
  try {
    promise_.set_exception(std::make_exception_ptr(concurrency::runtime_exception(
        "the operation was submitted before fork(), and runs in the parent process only; submit "
        "another one in the child",
        concurrency::details::e_fail)));
  } catch (const std::future_error&) {
    // The operation has completed, or its result has been set at the time of the fork().
  }
}

void observe(const std::shared_ptr<async_operation>& operation) {
  if (operation != nullptr) operation->observe();
}

void when_complete(const std::shared_ptr<async_operation>& operation,
                   std::function<void()> function) {
  operation->when_complete(std::move(function));
}

}  // namespace milliamp::detail::devices
