#include "check/write_turns.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace milliamp::detail {

namespace {

long membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0); }

/// Makes what every thread of the process has stored visible, and lets it load anew. Returns
/// whether the system can do that.
bool fence_all_threads() {
  static const bool is_registered = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
  return is_registered && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0;
}

}  // namespace

void write_turns::join(const pending_write& writes) {
  const std::lock_guard lock(mutex_);
  writes_.push_back(&writes);
}

void write_turns::leave(const pending_write& writes) {
  const std::lock_guard lock(mutex_);
  std::erase(writes_, &writes);
}

template <class Condition>
void write_turns::await(Condition condition) {
  if (condition()) return;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (!condition() && !are_given_up()) {
    if (std::chrono::steady_clock::now() > end) {
      are_given_up_.store(true, std::memory_order_release);
    }
    std::this_thread::yield();
  }
}

void write_turns::take(pending_write& own) {
  own.wait(true);
  await([this] { return !is_taken_.exchange(true, std::memory_order_acq_rel); });
  own.wait(false);
}

void write_turns::settle(std::uintptr_t word, const pending_write& own) {
  if (!fence_all_threads()) are_given_up_.store(true, std::memory_order_release);
  const std::lock_guard lock(mutex_);  // nobody leaves who is looked at
  for (const pending_write* write : writes_) {
    if (write != &own) await([&] { return !write->may_be_to(word); });
  }
}

}  // namespace milliamp::detail
