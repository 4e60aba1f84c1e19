// What the program's calls to the allocator go to (see MilliampFlags.cmake). Kernels of C++ AMP
// allocate nothing, but functions of the host that a kernel calls here may: what one thread has
// freed, the next may get, and the two are no race.

#include "check/access_checker.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace {

inline void* noted(void* memory, std::size_t size) {
  if (auto* checker = milliamp::detail::access_checker::active(); checker && memory) [[unlikely]] {
    checker->note_allocation(reinterpret_cast<std::uintptr_t>(memory), size);
  }
  return memory;
}

}  // namespace

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept;

#define MILLIAMP_WRAP __attribute__((visibility("default"))) void*

MILLIAMP_WRAP __wrap_malloc(std::size_t size) { return noted(std::malloc(size), size); }
MILLIAMP_WRAP __wrap_calloc(std::size_t count, std::size_t size) {
  return noted(std::calloc(count, size), count * size);
}
MILLIAMP_WRAP __wrap_realloc(void* memory, std::size_t size) {
  return noted(std::realloc(memory, size), size);
}
MILLIAMP_WRAP __wrap___cxa_allocate_exception(std::size_t size) {
  return noted(__cxa_allocate_exception(size), size);
}

// operator new and operator new[], by their mangled names.
MILLIAMP_WRAP __wrap__Znwm(std::size_t size) { return noted(::operator new(size), size); }
MILLIAMP_WRAP __wrap__Znam(std::size_t size) { return noted(::operator new[](size), size); }
MILLIAMP_WRAP __wrap__ZnwmSt11align_val_t(std::size_t size, std::align_val_t alignment) {
  return noted(::operator new(size, alignment), size);
}
MILLIAMP_WRAP __wrap__ZnamSt11align_val_t(std::size_t size, std::align_val_t alignment) {
  return noted(::operator new[](size, alignment), size);
}
MILLIAMP_WRAP __wrap__ZnwmRKSt9nothrow_t(std::size_t size, const std::nothrow_t& tag) {
  return noted(::operator new(size, tag), size);
}
MILLIAMP_WRAP __wrap__ZnamRKSt9nothrow_t(std::size_t size, const std::nothrow_t& tag) {
  return noted(::operator new[](size, tag), size);
}

}  // extern "C"
