/// @file
/// Wrappers of the allocator. The program's calls are redirected to them (see MilliampFlags.cmake).
/// Kernels of C++ AMP allocate nothing, but host functions that a kernel calls here may: a thread
/// can get memory that another has freed, which is not a data race. The host may free the data of a
/// view, which then dangles.

#include "base/allocation.h"
#include "check/checker.h"
#include "coherence/host_memory_registry.h"

#include <milliamp/export.h>

#include <malloc.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

/// Announces memory to the checker if a kernel has allocated it.
inline void* announced(void* memory, std::size_t size) {
  if (auto* checker = milliamp::detail::check::checker::active()) [[unlikely]] {
    checker->on_allocation(reinterpret_cast<std::uintptr_t>(memory), size);
  }
  return memory;
}

inline void* recorded(void* memory, std::size_t size) {
  if (memory == nullptr) return nullptr;
  milliamp::detail::base::record_allocation(reinterpret_cast<std::uintptr_t>(memory), size);
  return announced(memory, size);
}

inline void on_free(const void* memory, std::size_t size) {
  if (memory == nullptr) return;
  milliamp::detail::base::forget_allocation(reinterpret_cast<std::uintptr_t>(memory));
  if (auto* checker = milliamp::detail::check::checker::active()) checker->on_free();
  milliamp::detail::coherence::host_memory_registry::instance().on_free(memory, size);
}

/// A lower bound for operator delete without a size. The memory may not come from malloc(), if the
/// program replaces operator new.
constexpr std::size_t unknown_size = 1;

}  // namespace

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept;

MILLIAMP_API void __wrap_free(void* memory) {
  on_free(memory, malloc_usable_size(memory));
  std::free(memory);
}
MILLIAMP_API void* __wrap_malloc(std::size_t size) { return recorded(std::malloc(size), size); }
MILLIAMP_API void* __wrap_calloc(std::size_t count, std::size_t size) {
  return recorded(std::calloc(count, size), count * size);
}
MILLIAMP_API void* __wrap_realloc(void* memory, std::size_t size) {
  if (memory == nullptr) return __wrap_malloc(size);
  if (size == 0) {  // as the C library does
    __wrap_free(memory);
    return nullptr;
  }
  // Not std::realloc(): another thread may get the block that it frees before on_free().
  void* const moved = std::malloc(size);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, memory, std::min(size, malloc_usable_size(memory)));
  __wrap_free(memory);
  return recorded(moved, size);
}
MILLIAMP_API void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  return recorded(std::aligned_alloc(alignment, size), size);
}
MILLIAMP_API int __wrap_posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
  const int error = posix_memalign(memory, alignment, size);
  if (error == 0) recorded(*memory, size);
  return error;
}
// Not recorded, because the C++ runtime frees it without a call of the program.
MILLIAMP_API void* __wrap___cxa_allocate_exception(std::size_t size) {
  return announced(__cxa_allocate_exception(size), size);
}

// operator new and operator new[], by their mangled names.
MILLIAMP_API void* __wrap__Znwm(std::size_t size) { return recorded(::operator new(size), size); }
MILLIAMP_API void* __wrap__Znam(std::size_t size) { return recorded(::operator new[](size), size); }
MILLIAMP_API void* __wrap__ZnwmSt11align_val_t(std::size_t size, std::align_val_t alignment) {
  return recorded(::operator new(size, alignment), size);
}
MILLIAMP_API void* __wrap__ZnamSt11align_val_t(std::size_t size, std::align_val_t alignment) {
  return recorded(::operator new[](size, alignment), size);
}
MILLIAMP_API void* __wrap__ZnwmRKSt9nothrow_t(std::size_t size, const std::nothrow_t& tag) {
  return recorded(::operator new(size, tag), size);
}
MILLIAMP_API void* __wrap__ZnamRKSt9nothrow_t(std::size_t size, const std::nothrow_t& tag) {
  return recorded(::operator new[](size, tag), size);
}

// operator delete and operator delete[].
#define MILLIAMP_WRAP_DELETE(MANGLED, PARAMETERS, SIZE, DELETE) \
  MILLIAMP_API void __wrap_##MANGLED PARAMETERS {               \
    on_free(memory, SIZE);                                      \
    ::operator DELETE;                                          \
  }
MILLIAMP_WRAP_DELETE(_ZdlPv, (void* memory), unknown_size, delete (memory))
MILLIAMP_WRAP_DELETE(_ZdaPv, (void* memory), unknown_size, delete[](memory))
MILLIAMP_WRAP_DELETE(_ZdlPvm, (void* memory, std::size_t size), size, delete (memory, size))
MILLIAMP_WRAP_DELETE(_ZdaPvm, (void* memory, std::size_t size), size, delete[](memory, size))
MILLIAMP_WRAP_DELETE(_ZdlPvSt11align_val_t, (void* memory, std::align_val_t alignment),
                     unknown_size, delete (memory, alignment))
MILLIAMP_WRAP_DELETE(_ZdaPvSt11align_val_t, (void* memory, std::align_val_t alignment),
                     unknown_size, delete[](memory, alignment))
MILLIAMP_WRAP_DELETE(_ZdlPvmSt11align_val_t,
                     (void* memory, std::size_t size, std::align_val_t alignment), size,
                     delete (memory, size, alignment))
MILLIAMP_WRAP_DELETE(_ZdaPvmSt11align_val_t,
                     (void* memory, std::size_t size, std::align_val_t alignment), size,
                     delete[](memory, size, alignment))

}  // extern "C"
