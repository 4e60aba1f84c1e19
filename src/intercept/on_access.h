/// @file
/// Passes accesses of kernels to the checker, and those of the host to the host_memory_registry.
/// Outside of kernels on REF this costs a test of a thread-local pointer and one of a page filter.
#pragma once

#include "check/checker_access.h"
#include "coherence/host_memory_registry.h"

#include <milliamp/detail/always_inline.h>

#include <cstddef>

namespace milliamp::detail::intercept {

/// An access of a fixed size.
/// @param return_address the call site
template <unsigned Size, race::operation Op>
MILLIAMP_ALWAYS_INLINE void on_access(const volatile void* address, const void* return_address) {
  if (check::checker* checker = check::checker::active()) [[unlikely]] {
    checker->access<Size, Op>(const_cast<const void*>(address), return_address);
  } else {
    coherence::host_memory_registry::instance().on_access(const_cast<const void*>(address), Size,
                                                          Op, return_address);
  }
}

template <unsigned Size>
MILLIAMP_ALWAYS_INLINE void on_read(const void* address, const void* return_address) {
  on_access<Size, race::operation::read>(address, return_address);
}
template <unsigned Size>
MILLIAMP_ALWAYS_INLINE void on_write(const void* address, const void* return_address) {
  on_access<Size, race::operation::write>(address, return_address);
}

/// An access of any size.
inline void on_access_range(const void* address, std::size_t size, race::operation op,
                            const void* return_address) {
  if (check::checker* checker = check::checker::active()) [[unlikely]] {
    checker->access_range(address, size, op, return_address);
  } else {
    coherence::host_memory_registry::instance().on_access(address, size, op, return_address);
  }
}

}  // namespace milliamp::detail::intercept
