#include "check/host_watch.h"

#include "check/listener.h"

#include <pthread.h>

constinit std::atomic<int> __milliamp_listeners{0};

namespace milliamp::detail {

constinit page_filter host_watch::viewed_;
constinit page_filter host_watch::pending_;
constinit thread_local std::uintptr_t host_watch::lowest_on_stack_ = none;

host_watch::stack_bounds host_watch::own_stack() {
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

}  // namespace milliamp::detail
