#include "base/allocation.h"

#include <array>
#include <atomic>

namespace milliamp::detail::base {

namespace {

struct slot {
  std::atomic<std::uintptr_t> begin{0};  ///< 0: free
  std::atomic<std::size_t> size{0};
};

/// The begin of a slot while its size is written.
constexpr std::uintptr_t busy = 1;

constexpr unsigned slot_bits = 14;
constinit std::array<slot, std::size_t{1} << slot_bits> slots;

slot& slot_of(std::uintptr_t begin) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
  return slots[(begin >> 4) * factor >> (64 - slot_bits)];
}

}  // namespace

void record_allocation(std::uintptr_t begin, std::size_t size) {
  slot& place = slot_of(begin);
  std::uintptr_t old = place.begin.load(std::memory_order_relaxed);
  const bool is_taken = old != 0 && old != begin;
  if (old == busy || (is_taken && place.size.load(std::memory_order_relaxed) >= size)) return;
  if (!place.begin.compare_exchange_strong(old, busy, std::memory_order_acquire)) return;
  place.size.store(size, std::memory_order_relaxed);
  place.begin.store(begin, std::memory_order_release);
}

void forget_allocation(std::uintptr_t begin) {
  std::atomic<std::uintptr_t>& known = slot_of(begin).begin;
  if (known.load(std::memory_order_relaxed) != begin) return;
  known.compare_exchange_strong(begin, 0, std::memory_order_relaxed);
}

std::optional<memory_range> allocation_at(std::uintptr_t address) {
  std::optional<memory_range> found;
  for (const slot& known : slots) {
    const std::uintptr_t begin = known.begin.load(std::memory_order_acquire);
    if (begin <= busy || begin > address) continue;
    const memory_range block(begin, known.size.load(std::memory_order_acquire));
    if (known.begin.load(std::memory_order_relaxed) != begin || !block.contains(address)) continue;
    if (!found || block.end() > found->end()) found = block;
  }
  return found;
}

}  // namespace milliamp::detail::base
