#include "memory.h"

#include "support/resident_memory.h"

#include <tbb/global_control.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <thread>

namespace {

std::atomic<long> allocations{0};

}  // namespace

// All other forms of new call this one, also in the libraries.
void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace milliamp::bench {

double allocations_of(const std::function<void()>& function) {
  constexpr int calls = 1000;
  for (int i = 0; i < 10; ++i) function();
  const long before = allocations;
  for (int i = 0; i < calls; ++i) function();
  return static_cast<double>(allocations - before) / calls;
}

double resident_after(const std::function<void()>& warm_up, const std::function<void()>& function) {
  double taken = 0;
  const tbb::global_control one_worker(tbb::global_control::max_allowed_parallelism, 1);
  std::thread([&] {
    warm_up();
    const std::size_t before = tests::resident_bytes();
    function();
    taken = static_cast<double>(tests::resident_bytes()) - static_cast<double>(before);
  }).join();
  return taken;
}

}  // namespace milliamp::bench
