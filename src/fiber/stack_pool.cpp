#include "fiber/stack_pool.h"

#include "fiber/context_switch.h"

#include <milliamp/exceptions.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <string>

namespace milliamp::detail::fiber {

namespace {

constexpr std::size_t cache_line = 64;
// Enough colours to spread over one page, the reach of the first-level cache's index.
constexpr std::size_t colours = 4096 / cache_line;
constexpr std::size_t smallest_block = 64;
// What lies below a stack and faults. An array that is not used from its high end can reach beyond
// a guard of a page; address space costs nothing.
constexpr std::size_t guard_size = 64 * 1024;

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102  // Linux 6.13
#endif

/// Makes a page fault on every access. Guard pages of the page tables do not split the mapping,
/// so that many workers with many stacks stay within the system's limit of mappings; where the
/// kernel does not know them, a protected page does the same at the cost of a mapping.
bool install_guard(void* page, std::size_t size) noexcept {
  return madvise(page, size, MADV_GUARD_INSTALL) == 0 || mprotect(page, size, PROT_NONE) == 0;
}

[[noreturn]] void throw_no_stacks(std::size_t stacks, std::size_t stack_size) {
  const std::string message =
      "no memory for the stacks of a tile's threads: " + std::to_string(stacks) + " stacks of " +
      std::to_string(stack_size / 1024) +
      " KiB could not be mapped; raise the limits of address space (ulimit -v) or of mappings "
      "(sysctl vm.max_map_count), or use smaller tiles";
  throw concurrency::out_of_memory(message.c_str());
}

}  // namespace

stack_pool::stack_pool(std::size_t stack_size)
    : page_size_(static_cast<std::size_t>(sysconf(_SC_PAGESIZE))),
      stack_size_((stack_size + page_size_ - 1) / page_size_ * page_size_),
      stride_((((stack_size_ + guard_size) / page_size_) | 1) * page_size_) {}

// A thread of a kernel may end the process: its stack is in use until there is no process.
stack_pool::~stack_pool() {
  if (find(__builtin_frame_address(0)) == none) release();
}

void stack_pool::release() noexcept {
  for (const block& b : blocks_) {
    forget_stacks(b.begin, b.stacks * stride_);
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
  // A huge page would make every stack resident as a whole.
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
  std::size_t in_block = number;
  const block* b = blocks_.data();
  for (; in_block >= b->stacks; ++b) in_block -= b->stacks;
  const std::size_t colour = number % colours * cache_line;
  std::byte* top = b->begin + (in_block + 1) * stride_ - colour;
  return {top, stride_ - guard_size - colour};
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
  std::size_t in_block = number;
  const block* b = blocks_.data();
  for (; in_block >= b->stacks; ++b) in_block -= b->stacks;
  const std::byte* guard = b->begin + in_block * stride_;
  return static_cast<const std::byte*>(address) < guard + guard_size ? number : none;
}

}  // namespace milliamp::detail::fiber
