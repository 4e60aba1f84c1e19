#include "check/scratch_memory.h"

#include "base/scoped_ignore.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace milliamp::detail::check {

namespace {

/// Blocks of increasing size. Blocks are not freed, because the program may still use them.
struct scratch {
  struct block {
    std::unique_ptr<std::byte[]> memory;
    std::size_t size;
  };
  std::vector<block> blocks;

  static scratch& own() {
    static thread_local scratch of_this_thread;
    return of_this_thread;
  }
};

}  // namespace

constinit thread_local bool has_out_of_bounds_scratch = false;

void* out_of_bounds_scratch(std::size_t size) {
  has_out_of_bounds_scratch = true;
  auto& blocks = scratch::own().blocks;
  if (blocks.empty() || blocks.back().size < size) {
    const base::scoped_ignore own;
    const std::size_t enough = std::max<std::size_t>(size, 4096);
    blocks.push_back({std::make_unique<std::byte[]>(enough), enough});
  }
  return blocks.back().memory.get();
}

bool is_in_out_of_bounds_scratch(std::uintptr_t address) {
  for (const scratch::block& block : scratch::own().blocks) {
    if (address - reinterpret_cast<std::uintptr_t>(block.memory.get()) < block.size) return true;
  }
  return false;
}

}  // namespace milliamp::detail::check
