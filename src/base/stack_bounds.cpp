#include "base/stack_bounds.h"

#include "base/modules.h"

#include <pthread.h>
#include <signal.h>

namespace milliamp::detail::base {

namespace {

/// For the main thread, the C library reads /proc/self/maps.
memory_range find_native_stack() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* lowest = nullptr;
  std::size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return {lowest, size};
}

}  // namespace

const memory_range& native_stack() {
  thread_local const memory_range found = find_native_stack();
  return found;
}

bool has_stack(std::size_t bytes) {
  const auto frame = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const memory_range& native = native_stack();
  if (native.contains(frame)) return frame - native.begin >= bytes;
  stack_t signals{};
  sigaltstack(nullptr, &signals);
  return (signals.ss_flags & SS_ONSTACK) != 0 &&
         frame - reinterpret_cast<std::uintptr_t>(signals.ss_sp) >= bytes;
}

std::size_t thread_local_size() {
  std::size_t size = 0;
  for_each_module([&](const dl_phdr_info& module) {
    if (const auto* const segment = thread_local_segment(module)) {
      size += segment->p_memsz + segment->p_align;
    }
    return false;
  });
  return size;
}

void enlarge_default_stack(std::size_t bytes) {
  pthread_attr_t attributes;
  std::size_t size = 0;
  if (pthread_getattr_default_np(&attributes) != 0) return;
  if (pthread_attr_getstacksize(&attributes, &size) == 0 &&
      pthread_attr_setstacksize(&attributes, size + bytes) == 0) {
    pthread_setattr_default_np(&attributes);
  }
  pthread_attr_destroy(&attributes);
}

}  // namespace milliamp::detail::base
