#include "coherence/host_monitor.h"

#include "base/listener.h"

#include <pthread.h>

constinit std::atomic<int> __milliamp_listeners{0};

namespace milliamp::detail::coherence {

constinit page_filter host_monitor::viewed_;
constinit page_filter host_monitor::pending_;
constinit thread_local std::uintptr_t host_monitor::lowest_on_stack_ = none;

host_monitor::stack_bounds host_monitor::own_stack() {
  static thread_local const stack_bounds bounds = [] {
    const stack_bounds unknown{nullptr, nullptr};
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return unknown;
    void* begin = nullptr;
    std::size_t size = 0;
    pthread_attr_getstack(&attributes, &begin, &size);
    pthread_attr_destroy(&attributes);
    auto* const first = static_cast<std::byte*>(begin);
    return stack_bounds{first, first + size};
  }();
  return bounds;
}

}  // namespace milliamp::detail::coherence
