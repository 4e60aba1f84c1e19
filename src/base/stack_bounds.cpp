#include "base/stack_bounds.h"

#include <pthread.h>
#include <signal.h>

namespace milliamp::detail::base {

memory_range native_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* lowest = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return {lowest, size};
}

bool has_stack(std::size_t bytes) {
  thread_local const memory_range native = native_stack();
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (native.contains(frame)) return frame - native.begin >= bytes;
  stack_t signals{};
  sigaltstack(nullptr, &signals);
  return (signals.ss_flags & SS_ONSTACK) != 0 &&
         frame - reinterpret_cast<std::uintptr_t>(signals.ss_sp) >= bytes;
}

}  // namespace milliamp::detail::base
