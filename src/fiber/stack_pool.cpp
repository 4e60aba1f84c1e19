#include "fiber/stack_pool.h"

#include "base/assert.h"
#include "fiber/context_switch.h"

#include <milliamp/exceptions.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace milliamp::detail::fiber {

namespace {

constexpr std::size_t cache_line = 64;
// Enough to spread over one page, which the index of the first-level cache covers.
constexpr std::size_t offsets = 4096 / cache_line;
constexpr std::size_t smallest_block = 64;
// A single page would not do: an access to a large array in an overflowing frame can skip it.
// Address space costs nothing.
constexpr std::size_t guard_size = 64 * 1024;

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102  // Linux 6.13
#endif

/// Makes every access to the pages fault. Guard regions do not split the mapping, so that many
/// workers with many stacks stay within the system's limit of mappings. On kernels without them, a
/// protected range does the same at the cost of a mapping.
bool install_guard(void* pages, std::size_t size) noexcept {
  return madvise(pages, size, MADV_GUARD_INSTALL) == 0 || mprotect(pages, size, PROT_NONE) == 0;
}

[[noreturn]] void throw_no_stacks(std::size_t stacks, std::size_t stack_size) {
  const std::string message =
      "no memory for the stacks of a tile's threads: " + std::to_string(stacks) + " stacks of " +
      std::to_string(stack_size / 1024) +
      " KiB could not be mapped; raise the limit of address space (ulimit -v) or of mappings "
      "(sysctl vm.max_map_count), or use smaller tiles";
  throw concurrency::out_of_memory(message.c_str());
}

}  // namespace

stack_pool::stack_pool(std::size_t stack_size)
    : page_size_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
      stack_size_((stack_size + page_size_ - 1) / page_size_ * page_size_),
      stride_((((stack_size_ + guard_size) / page_size_) | 1) * page_size_) {}

// A kernel thread may call exit(), which destroys the pool on one of its own stacks.
stack_pool::~stack_pool() {
  if (find(__builtin_frame_address(0)) == none) release();
}

void stack_pool::release() noexcept {
  MILLIAMP_ASSERT(find(__builtin_frame_address(0)) == none);
  for (const block& b : blocks_) {
    forget_frames(b.begin, b.stacks * stride_);
    munmap(b.begin, b.stacks * stride_);
  }
  blocks_.clear();
  stacks_ = 0;
  lowest_ = highest_ = nullptr;
}

void stack_pool::add_block(std::size_t stacks) {
  const std::size_t bytes = stacks * stride_;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw_no_stacks(stacks, stack_size_);
  auto* begin = static_cast<std::byte*>(memory);
  // Huge pages would make every stack resident as a whole.
  madvise(begin, bytes, MADV_NOHUGEPAGE);
  for (std::size_t i = 0; i < stacks; ++i) {
    if (!install_guard(begin + i * stride_, guard_size)) {
      munmap(begin, bytes);
      throw_no_stacks(stacks, stack_size_);
    }
  }
  blocks_.push_back({begin, stacks});
  stacks_ += stacks;
  if (lowest_ == nullptr || begin < lowest_) lowest_ = begin;
  if (begin + bytes > highest_) highest_ = begin + bytes;
}

stack_pool::stack stack_pool::at(std::size_t number) {
  while (number >= stacks_) add_block(std::max(smallest_block, stacks_));
  const std::size_t offset = number % offsets * cache_line;
  return {guard_of(number) + stride_ - offset, stride_ - guard_size - offset};
}

std::byte* stack_pool::guard_of(std::size_t number) const noexcept {
  MILLIAMP_ASSERT(number < stacks_);
  const block* b = blocks_.data();
  for (; number >= b->stacks; ++b) number -= b->stacks;
  return b->begin + number * stride_;
}

std::size_t stack_pool::find_in_blocks(const std::byte* address) const noexcept {
  std::size_t first = 0;
  for (const block& b : blocks_) {
    if (address >= b.begin && address < b.begin + b.stacks * stride_) {
      return first + static_cast<std::size_t>(address - b.begin) / stride_;
    }
    first += b.stacks;
  }
  return none;
}

std::size_t stack_pool::find_guard(const void* address) const noexcept {
  const std::size_t number = find(address);
  if (number == none) return none;
  return static_cast<const std::byte*>(address) < guard_of(number) + guard_size ? number : none;
}

}  // namespace milliamp::detail::fiber
