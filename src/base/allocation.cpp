#include "base/allocation.h"

#include "base/memory_map.h"

#include <array>
#include <atomic>

namespace milliamp::detail::base {

namespace {

/// What glibc's malloc() keeps in front of a block: the size of its chunk, with three flags.
using chunk_header = std::size_t;

memory_range header_of(const memory_range& block) {
  return {block.begin - sizeof(chunk_header), sizeof(chunk_header)};
}

/// Whether the header of a block shows a chunk of the size that the block needs. If it does when
/// the block is recorded, it does until the block is freed. After that, the allocator or the
/// contents of another block may overwrite it.
__attribute__((no_sanitize("address"))) bool has_header(const memory_range& block) {
  constexpr std::size_t flags = 7, alignment = 16, smallest_chunk = 32;
  const auto* const header = reinterpret_cast<const chunk_header*>(header_of(block).begin);
  const std::size_t chunk = __atomic_load_n(header, __ATOMIC_RELAXED) & ~flags;
  // malloc() does not split a chunk if the remainder would be smaller than any chunk.
  return chunk - (block.size + sizeof(chunk_header)) < alignment + smallest_chunk;
}

/// Whether the bytes in front of a block can be read as a header: they are in a page of the block.
bool may_have_header(std::uintptr_t begin) { return begin % 16 == 0 && begin % 4096 != 0; }

/// The value of `begin` while a slot's size is being written.
constexpr std::uintptr_t busy = 1;

/// A bit in `size`: the block had a header when it was recorded.
constexpr std::size_t with_header = ~(SIZE_MAX >> 1);

struct slot {
  std::atomic<std::uintptr_t> begin{0};
  std::atomic<std::size_t> size{0};  ///< 0: the block has been freed

  bool is_at(std::uintptr_t address) const {
    return begin.load(std::memory_order_relaxed) == address;
  }
  std::size_t known_size() const { return size.load(std::memory_order_relaxed) & ~with_header; }

  /// The block if it contains a byte and is not known to have been freed. Slow if it does.
  std::optional<memory_range> block_with(std::uintptr_t byte) const {
    const std::uintptr_t first = begin.load(std::memory_order_acquire);
    if (first <= busy) return std::nullopt;
    const std::size_t bytes = size.load(std::memory_order_acquire);
    if (begin.load(std::memory_order_relaxed) != first) return std::nullopt;
    const memory_range block(first, bytes & ~with_header);
    if (!block.contains(byte)) return std::nullopt;
    if ((bytes & with_header) == 0) return block;
    return is_readable(header_of(block)) && has_header(block) ? std::optional(block) : std::nullopt;
  }
};

constexpr unsigned slot_bits = 14;
constexpr std::size_t slots_in_line = 4;
alignas(64) constinit std::array<slot, std::size_t{1} << slot_bits> slots;

/// The slots that a block may have: those of one cache line. Most blocks have the first, so the
/// others cost little. With the first alone, a tenth of the small blocks were not known among 2,000
/// larger ones.
class candidates {
 public:
  explicit candidates(std::uintptr_t begin) {
    constexpr std::uint64_t factor = 0x9E3779B97F4A7C15;  // 2^64 divided by the golden ratio
    first_ = (begin >> 4) * factor >> (64 - slot_bits);
  }
  slot& operator[](std::size_t number) const { return slots[first_ ^ number]; }

 private:
  std::size_t first_;
};

/// The slot of the block at an address; null: it is not known.
slot* find(std::uintptr_t begin) {
  const candidates all(begin);
  for (std::size_t i = 0; i < slots_in_line; ++i) {
    if (all[i].is_at(begin)) return &all[i];
  }
  return nullptr;
}

/// The slot for a new block: a free one, or that of the smallest block.
slot& slot_for(std::uintptr_t begin) {
  const candidates all(begin);
  slot* smallest = &all[0];
  for (std::size_t i = 0; i < slots_in_line; ++i) {
    if (all[i].is_at(begin) || all[i].known_size() == 0) return all[i];
    if (all[i].known_size() < smallest->known_size()) smallest = &all[i];
  }
  return *smallest;
}

}  // namespace

void record_allocation(std::uintptr_t begin, std::size_t size) {
  slot& entry = slot_for(begin);
  std::uintptr_t old = entry.begin.load(std::memory_order_relaxed);
  if (old == busy || (old != begin && entry.known_size() >= size)) return;
  if (!entry.begin.compare_exchange_strong(old, busy, std::memory_order_acquire)) return;
  const bool is_shown = may_have_header(begin) && has_header({begin, size});
  entry.size.store(is_shown ? size | with_header : size, std::memory_order_release);
  entry.begin.store(begin, std::memory_order_release);
}

void forget_allocation(std::uintptr_t begin) {
  // Cheaper than to exchange `begin`. If another thread records a block here, that one is
  // forgotten.
  if (slot* const entry = find(begin)) entry->size.store(0, std::memory_order_relaxed);
}

std::optional<memory_range> allocation_at(const memory_range& range) {
  if (const slot* const entry = find(range.begin)) {
    const std::size_t size = entry->known_size();
    if (size >= range.size) return memory_range(range.begin, size);
  }
  std::optional<memory_range> found;
  for (const slot& known : slots) {
    const auto block = known.block_with(range.begin);
    if (block && (!found || block->end() > found->end())) found = block;
  }
  return found;
}

}  // namespace milliamp::detail::base
