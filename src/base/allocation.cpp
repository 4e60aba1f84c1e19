#include "base/allocation.h"

#include <array>
#include <atomic>

namespace milliamp::detail::base {

namespace {

/// The value of `begin` while a slot's size is being written.
constexpr std::uintptr_t busy = 1;

struct slot {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::size_t> size{0};  ///< 0: the block has been freed

  std::optional<memory_range> block() const {
    const std::uintptr_t first = begin.load(std::memory_order_acquire);
    if (first <= busy) return std::nullopt;
    const std::size_t bytes = size.load(std::memory_order_acquire);
    if (begin.load(std::memory_order_relaxed) != first) return std::nullopt;
    return memory_range(first, bytes);
  }
};

constexpr unsigned slot_bits = 14;
constinit std::array<slot, std::size_t{1} << slot_bits> slots;

slot& slot_of(std::uintptr_t begin) {
  constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
  return slots[(begin >> 4) * factor >> (64 - slot_bits)];
}

}  // namespace

void record_allocation(std::uintptr_t begin, std::size_t size) {
  slot& entry = slot_of(begin);
  std::uintptr_t old = entry.begin.load(std::memory_order_relaxed);
  const bool is_taken = old != 0 && old != begin;
  if (old == busy || (is_taken && entry.size.load(std::memory_order_relaxed) >= size)) return;
  if (!entry.begin.compare_exchange_strong(old, busy, std::memory_order_acquire)) return;
  entry.size.store(size, std::memory_order_release);
  entry.begin.store(begin, std::memory_order_release);
}

void forget_allocation(std::uintptr_t begin) {
  slot& entry = slot_of(begin);
  if (entry.begin.load(std::memory_order_relaxed) != begin) return;
  // Cheaper than to exchange `begin`. If another thread records a block here, that one is
  // forgotten.
  entry.size.store(0, std::memory_order_relaxed);
}

std::optional<memory_range> allocation_at(const memory_range& range) {
  const auto first = slot_of(range.begin).block();
  if (first && first->begin == range.begin && first->size >= range.size) return first;
  std::optional<memory_range> found;
  for (const slot& known : slots) {
    const auto block = known.block();
    if (!block || !block->contains(range.begin)) continue;
    if (!found || block->end() > found->end()) found = block;
  }
  return found;
}

}  // namespace milliamp::detail::base
