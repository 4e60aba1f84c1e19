#include "check/scratch_memory.h"

#include "base/scoped_ignore.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace milliamp::detail::check {

namespace {

struct block {
  std::unique_ptr<std::byte[]> memory;
  std::size_t size;
};

/// Blocks of increasing size. Blocks are not freed, because the program may still use them.
std::vector<block>& blocks_of_this_thread() {
  static thread_local std::vector<block> blocks;
  return blocks;
}

}  // namespace

constinit thread_local bool has_out_of_bounds_scratch = false;

void* out_of_bounds_scratch(std::size_t size) {
  has_out_of_bounds_scratch = true;
  std::vector<block>& blocks = blocks_of_this_thread();
  if (blocks.empty() || blocks.back().size < size) {
    const base::scoped_ignore ignore;
    const std::size_t enough = std::max<std::size_t>(size, 4096);
    blocks.push_back({std::make_unique<std::byte[]>(enough), enough});
  }
  return std::memset(blocks.back().memory.get(), 0, size);
}

bool is_in_scratch_blocks(std::uintptr_t address) {
  for (const block& block : blocks_of_this_thread()) {
    if (address - reinterpret_cast<std::uintptr_t>(block.memory.get()) < block.size) return true;
  }
  return false;
}

}  // namespace milliamp::detail::check
