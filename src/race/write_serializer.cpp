#include "race/write_serializer.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <thread>

namespace milliamp::detail::race {

namespace {

long membarrier(int command) { return syscall(SYS_membarrier, command, 0, 0); }

/// Makes what every thread of the process has stored visible, and lets it load anew. Returns
/// whether the system can do that.
bool fence_all_threads() {
  static const bool is_registered = membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED) == 0;
  return is_registered && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) == 0;
}

}  // namespace

void write_serializer::join(const in_flight_store& writes) {
  const std::lock_guard lock(mutex_);
  writes_.push_back(&writes);
}

void write_serializer::leave(const in_flight_store& writes) {
  const std::lock_guard lock(mutex_);
  std::erase(writes_, &writes);
}

template <class Condition>
void write_serializer::await(Condition condition) {
  if (condition()) return;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  while (!condition() && !are_given_up()) {
    if (std::chrono::steady_clock::now() > end) {
      are_given_up_.store(true, std::memory_order_release);
    }
    std::this_thread::yield();
  }
}

void write_serializer::take(in_flight_store& own) {
  own.wait(true);
  await([this] { return !is_taken_.exchange(true, std::memory_order_acq_rel); });
  own.wait(false);
}

void write_serializer::settle(std::uintptr_t word, const in_flight_store& own) {
  if (!fence_all_threads()) are_given_up_.store(true, std::memory_order_release);
  const std::lock_guard lock(mutex_);  // nobody leaves who is looked at
  for (const in_flight_store* write : writes_) {
    if (write != &own) await([&] { return !write->may_be_to(word); });
  }
}

}  // namespace milliamp::detail::race
