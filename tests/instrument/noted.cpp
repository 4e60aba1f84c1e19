#include "noted.h"

namespace milliamp::detail {

/// By the name of the library's own, which makes its members a kernel's.
template <class Kernel>
struct untiled_caller {
  static void call(int* number) { Kernel()(number); }
};

}  // namespace milliamp::detail

namespace milliamp::test {

namespace {

void copy(int* to, const int* from) { *to = *from; }

int sum(const int* elements, int size) {
  int result = 0;
  for (int i = 0; i < size; ++i) result += elements[i];
  return result;
}

void count(int* number, bool fails) {
  ++*number;
  if (fails) throw std::runtime_error("counted");
}

void count_around(int* number, void (*call)()) {
  ++*number;
  call();
  ++*number;
}

void descend(int calls, void (*use)(const char* buffer)) {
  if (calls % 2 == 0) {
    char even[buffer_size];
    use(even);
  } else {
    char odd[buffer_size];
    use(odd);
  }
  if (calls > 0) descend(calls - 1, use);
}

void fill_array(int value, void (*use)(const int* array)) {
  int array[4];
  array[2] = value;
  use(array);
}

void fill_structure(int value, void (*use)(const int* structure)) {
  struct {
    int first, second;
  } structure;
  structure.first = value;
  structure.second = value;
  use(&structure.first);
}

int add_atomically(int* number) {
  __atomic_fetch_add(number, 1, __ATOMIC_RELAXED);
  return __atomic_fetch_add(number, 2, __ATOMIC_RELAXED);
}

struct counting_kernel {
  __attribute__((always_inline)) void operator()(int* number) const { ++*number; }
};

}  // namespace

noted_functions MILLIAMP_TEST_NOTED() {
  return {copy,          sum,
          count,         count_around,
          descend,       detail::untiled_caller<counting_kernel>::call,
          fill_array,    fill_structure,
          add_atomically};
}

}  // namespace milliamp::test
