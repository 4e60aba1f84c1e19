// The functions that instrumented code calls, doing no more than the program itself would have
// done. They take the place of Milliamp's in the library that they are linked to.

#include <cstring>
#include <new>

extern "C" {

int __milliamp_listeners = 1;

#define MILLIAMP_BENCH_ACCESS(SIZE)          \
  void __tsan_read##SIZE(void*) {}           \
  void __tsan_write##SIZE(void*) {}          \
  void __tsan_unaligned_read##SIZE(void*) {} \
  void __tsan_unaligned_write##SIZE(void*) {}
MILLIAMP_BENCH_ACCESS(1)
MILLIAMP_BENCH_ACCESS(2)
MILLIAMP_BENCH_ACCESS(4)
MILLIAMP_BENCH_ACCESS(8)
MILLIAMP_BENCH_ACCESS(16)
void __tsan_read_range(void*, unsigned long) {}
void __tsan_write_range(void*, unsigned long) {}
void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}

int __tsan_atomic32_load(const volatile int* address, int) {
  return __atomic_load_n(address, __ATOMIC_SEQ_CST);
}
void __tsan_atomic32_store(volatile int* address, int value, int) {
  __atomic_store_n(address, value, __ATOMIC_SEQ_CST);
}
int __tsan_atomic32_fetch_add(volatile int* address, int value, int) {
  return __atomic_fetch_add(address, value, __ATOMIC_SEQ_CST);
}

void __ubsan_handle_out_of_bounds(void*, void*) {}

// To which the plugins redirect calls. Operators new and delete have their mangled names.
void* __wrap_memcpy(void* to, const void* from, unsigned long size) {
  return std::memcpy(to, from, size);
}
void* __wrap_memmove(void* to, const void* from, unsigned long size) {
  return std::memmove(to, from, size);
}
void* __wrap_memset(void* to, int value, unsigned long size) {
  return std::memset(to, value, size);
}
void* __wrap__Znwm(unsigned long size) { return ::operator new(size); }
void __wrap__ZdlPv(void* memory) { ::operator delete(memory); }
void __wrap__ZdlPvm(void* memory, unsigned long) { ::operator delete(memory); }

}  // extern "C"
