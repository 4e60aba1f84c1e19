#include "check/memory_reserve.h"

#include "base/immortal.h"
#include "base/mutex.h"
#include "base/thread_state.h"
#include "check/checker.h"
#include "race/mapped_memory.h"

#include <sys/mman.h>

#include <atomic>
#include <new>
#include <utility>

namespace milliamp::detail::check {

namespace {

/// More than an access needs: the largest chunk of an access_set, and its alignment.
constexpr std::size_t reserve_size = std::size_t{8} << 20;

std::atomic<std::new_handler> program_handler = nullptr;

/// Called when operator new or map_memory() gets no memory from the system.
void free_reserve() {
  // Null where the library has not been called by instrumented code of a kernel.
  checker* const running = base::this_thread.ignoring_checker;
  if (running != nullptr && running->on_memory_shortage()) return;
  const std::new_handler handler = program_handler;
  if (handler == nullptr) throw std::bad_alloc();
  handler();
}

struct reserve_users {
  base::mutex mutex;
  int count MILLIAMP_GUARDED_BY(mutex) = 0;
};

}  // namespace

void memory_reserve::prepare() {
  if (memory_ != nullptr) return;
  void* const mapped =
      mmap(nullptr, reserve_size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapped == MAP_FAILED) race::throw_no_memory();
  memory_ = mapped;
}

reserve_user::reserve_user() {
  reserve_users& all = base::only_of_process<reserve_users>();
  const base::scoped_lock lock(all.mutex);
  if (all.count++ != 0) return;
  const std::new_handler before = std::set_new_handler(&free_reserve);
  // In a child of fork(), the parent's launch may have replaced it.
  if (before != &free_reserve) program_handler = before;
}

reserve_user::~reserve_user() {
  reserve_users& all = base::only_of_process<reserve_users>();
  const base::scoped_lock lock(all.mutex);
  // The program may have set another one meanwhile.
  if (--all.count == 0 && std::get_new_handler() == &free_reserve) {
    std::set_new_handler(program_handler);
  }
}

bool memory_reserve::release() noexcept {
  void* const mapped = std::exchange(memory_, nullptr);
  return mapped != nullptr && munmap(mapped, reserve_size) == 0;
}

}  // namespace milliamp::detail::check
