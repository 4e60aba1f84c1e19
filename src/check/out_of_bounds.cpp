#include "check/out_of_bounds.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace milliamp::detail {

namespace {

/// Blocks, each larger than the one before; what has been given out stays.
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

/// Tells that the thread has any, at no cost to the many that have none.
constinit thread_local bool has_scratch __attribute__((tls_model("initial-exec"))) = false;

}  // namespace

void* out_of_bounds_scratch(std::size_t size) {
  has_scratch = true;
  auto& blocks = scratch::own().blocks;
  if (blocks.empty() || blocks.back().size < size) {
    const std::size_t enough = std::max<std::size_t>(size, 4096);
    blocks.push_back({std::make_unique<std::byte[]>(enough), enough});
  }
  return blocks.back().memory.get();
}

bool is_out_of_bounds_scratch(std::uintptr_t address) {
  if (!has_scratch) return false;
  for (const scratch::block& block : scratch::own().blocks) {
    if (address - reinterpret_cast<std::uintptr_t>(block.memory.get()) < block.size) return true;
  }
  return false;
}

}  // namespace milliamp::detail
