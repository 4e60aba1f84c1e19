#include "base/stack_bounds.h"

#include <pthread.h>

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

}  // namespace milliamp::detail::base
