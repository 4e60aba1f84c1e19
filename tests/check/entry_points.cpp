// Code for which compilers emit calls of every function that the library has for instrumented code.
// It is compiled and not run; see expect_entry_points.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

__extension__ using uint128 = unsigned __int128;

// --- Plain accesses ------------------------------------------------------------------------------

template <class T>
struct __attribute__((packed)) unaligned {
  char before;
  T value;
};

struct block {
  char bytes[100];
};

/// Without arithmetic for those that have none.
template <class T>
void access(T* a, const T* b, volatile T* v, unaligned<T>* u) {
  *a = *b;
  *v = *b;
  a[1] = *v;
  u->value = *b;
  a[2] = u->value;
}

template <class T>
void change(T* a, volatile T* v, unaligned<T>* u) {
  ++*a;
  *v = static_cast<T>(*v + 1);
  ++u->value;
}

template <class T>
void access_number(T* a, const T* b, volatile T* v, unaligned<T>* u) {
  access(a, b, v, u);
  change(a, v, u);
}

using vector = float __attribute__((vector_size(16)));

template void access_number(std::uint8_t*, const std::uint8_t*, volatile std::uint8_t*,
                            unaligned<std::uint8_t>*);
template void access_number(std::uint16_t*, const std::uint16_t*, volatile std::uint16_t*,
                            unaligned<std::uint16_t>*);
template void access_number(std::uint32_t*, const std::uint32_t*, volatile std::uint32_t*,
                            unaligned<std::uint32_t>*);
template void access_number(std::uint64_t*, const std::uint64_t*, volatile std::uint64_t*,
                            unaligned<std::uint64_t>*);
template void access_number(uint128*, const uint128*, volatile uint128*, unaligned<uint128>*);
template void access_number(float*, const float*, volatile float*, unaligned<float>*);
template void access_number(double*, const double*, volatile double*, unaligned<double>*);
template void access_number(long double*, const long double*, volatile long double*,
                            unaligned<long double>*);

void access_vectors(vector* a, const vector* b) { a[0] = b[0] + b[1]; }

void access_blocks(block* a, const block* b, void* to, const void* from, std::size_t size) {
  *a = *b;
  std::memcpy(to, from, size);
  std::memmove(to, from, size);
  std::memset(to, 1, size);
  a[1] = block();
}

// --- Objects with virtual functions --------------------------------------------------------------

struct base {
  virtual ~base();
  virtual int call();
};
struct derived : base {
  derived();
  ~derived() override;
  int call() override;
};
base::~base() = default;
int base::call() { return 1; }
derived::derived() = default;
derived::~derived() { base::call(); }
int derived::call() { return 2; }
int call(base& b) { return b.call(); }
derived* make() { return new derived; }

// --- Atomic operations ---------------------------------------------------------------------------

template <class T>
T operate(T* a, T value, T* expected) {
  __atomic_store_n(a, value, __ATOMIC_RELEASE);
  value += __atomic_load_n(a, __ATOMIC_ACQUIRE);
  value += __atomic_exchange_n(a, value, __ATOMIC_SEQ_CST);
  value += __atomic_fetch_add(a, value, __ATOMIC_RELAXED);
  value += __atomic_fetch_sub(a, value, __ATOMIC_RELAXED);
  value += __atomic_fetch_and(a, value, __ATOMIC_RELAXED);
  value += __atomic_fetch_or(a, value, __ATOMIC_RELAXED);
  value += __atomic_fetch_xor(a, value, __ATOMIC_RELAXED);
  value += __atomic_fetch_nand(a, value, __ATOMIC_RELAXED);
  value += __atomic_add_fetch(a, value, __ATOMIC_RELAXED);
  value += __sync_val_compare_and_swap(a, value, *expected);
  value +=
      __atomic_compare_exchange_n(a, expected, value, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  value +=
      __atomic_compare_exchange_n(a, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  return value;
}

template std::uint8_t operate(std::uint8_t*, std::uint8_t, std::uint8_t*);
template std::uint16_t operate(std::uint16_t*, std::uint16_t, std::uint16_t*);
template std::uint32_t operate(std::uint32_t*, std::uint32_t, std::uint32_t*);
template std::uint64_t operate(std::uint64_t*, std::uint64_t, std::uint64_t*);
template uint128 operate(uint128*, uint128, uint128*);

void fence() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  std::atomic_thread_fence(std::memory_order_acquire);
  std::atomic_signal_fence(std::memory_order_seq_cst);
}

// --- Arrays --------------------------------------------------------------------------------------

struct arrays {
  int numbers[8];
  int rows[4][8];
};

int index(const arrays& a, int i, unsigned long j) {
  static thread_local int own[16];
  return a.numbers[i] + a.rows[i][j] + own[j];
}
