#include "check/memory_reserve.h"

#include "base/thread_state.h"
#include "check/checker.h"
#include "race/mapped_memory.h"

#include <sys/mman.h>

#include <new>
#include <utility>

namespace milliamp::detail::check {

namespace {

/// More than an access needs: the largest chunk of an access_set, and its alignment.
constexpr std::size_t reserve_size = std::size_t{8} << 20;

std::new_handler previous_handler = nullptr;

/// Called when operator new or map_memory() gets no memory from the system.
void free_reserve() {
  // Null where the library has not been called by instrumented code of a kernel.
  checker* const running = base::this_thread.ignoring_checker;
  if (running != nullptr && running->on_memory_shortage()) return;
  if (previous_handler == nullptr) throw std::bad_alloc();
  previous_handler();
}

}  // namespace

void memory_reserve::prepare() {
  [[maybe_unused]] static const bool is_installed = [] {
    previous_handler = std::set_new_handler(&free_reserve);
    return true;
  }();
  if (memory_ != nullptr) return;
  void* const mapped =
      mmap(nullptr, reserve_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) race::throw_no_memory();
  memory_ = mapped;
}

bool memory_reserve::release() noexcept {
  void* const mapped = std::exchange(memory_, nullptr);
  return mapped != nullptr && munmap(mapped, reserve_size) == 0;
}

}  // namespace milliamp::detail::check
