#include "callbacks.h"

#include <gtest/gtest.h>

using namespace milliamp::test;

namespace milliamp::test {

void forget_callbacks() {
  accesses.clear();
  orders.clear();
  entries = exits = loops = 0;
}

}  // namespace milliamp::test

namespace {

/// What the callback before a loop returns.
const void* const loop_site = &loops;

}  // namespace

extern "C" {

int __milliamp_listeners = 0;

// The plugins redirect calls of functions that the library wraps.
void* __cxa_allocate_exception(std::size_t size) noexcept;
void* __wrap___cxa_allocate_exception(std::size_t size) { return __cxa_allocate_exception(size); }

#define MILLIAMP_TEST_ACCESS(SIZE)                                                                \
  void __tsan_read##SIZE(void* address) { accesses.push_back(read_of(address, SIZE)); }           \
  void __tsan_write##SIZE(void* address) { accesses.push_back(write_of(address, SIZE)); }         \
  void __tsan_read##SIZE##_pc(void* address, const void* site) {                                  \
    EXPECT_EQ(site, loop_site);                                                                   \
    accesses.push_back(read_of(address, SIZE));                                                   \
  }                                                                                               \
  void __tsan_unaligned_read##SIZE(void* address) { accesses.push_back(read_of(address, SIZE)); } \
  void __tsan_unaligned_write##SIZE(void* address) { accesses.push_back(write_of(address, SIZE)); }
MILLIAMP_TEST_ACCESS(1)
MILLIAMP_TEST_ACCESS(2)
MILLIAMP_TEST_ACCESS(4)
MILLIAMP_TEST_ACCESS(8)
MILLIAMP_TEST_ACCESS(16)
#undef MILLIAMP_TEST_ACCESS
void __tsan_read_range(void* address, std::size_t size) {
  accesses.push_back(read_of(address, size));
}
void __tsan_write_range(void* address, std::size_t size) {
  accesses.push_back(write_of(address, size));
}
int __tsan_atomic32_fetch_add(int* address, int value, int order) {
  orders.push_back(order);
  const int previous = *address;
  *address += value;
  return previous;
}
void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_init() {}
void __tsan_func_entry(void*) { ++entries; }
void __tsan_func_exit() { ++exits; }
void __ubsan_handle_out_of_bounds(void*, void*) {}
// Its name where a plugin redirects calls.
void __wrap___ubsan_handle_out_of_bounds(void*, void*) {}
void* __milliamp_out_of_bounds_scratch(std::size_t) { return &scratch; }
const void* __milliamp_read_values(const void* first, std::ptrdiff_t stride, std::size_t count,
                                   std::size_t size) {
  ++loops;
  if (!accepts_loops || count == 0) return loop_site;
  for (const auto* value = static_cast<const std::byte*>(first); count-- > 0; value += stride) {
    accesses.push_back(read_of(value, size));
  }
  return nullptr;
}

}  // extern "C"
