#include "race/mapped_memory.h"

#include <milliamp/exceptions.h>

#include <sys/mman.h>

#include <cstdint>
#include <new>

namespace milliamp::detail::race {

namespace {

/// Rounds sizes of at least one huge page up to whole huge pages: map_aligned() unmaps the rest,
/// and munmap() needs the address of a page.
std::size_t mapped_size(std::size_t bytes) {
  return bytes < huge_page ? bytes : (bytes + huge_page - 1) / huge_page * huge_page;
}

void call_new_handler() try {
  const std::new_handler handler = std::get_new_handler();
  if (handler == nullptr) throw_no_memory();
  handler();
} catch (const std::bad_alloc&) {
  throw_no_memory();
}

void* map_anywhere(std::size_t bytes) {
  for (;;) {
    void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) return memory;
    call_new_handler();
  }
}

/// Maps huge pages.
void* map_aligned(std::size_t bytes) {
  void* const memory = map_anywhere(bytes + huge_page);
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t aligned = (begin + huge_page - 1) / huge_page * huge_page;
  if (aligned != begin) munmap(memory, aligned - begin);
  munmap(reinterpret_cast<void*>(aligned + bytes), begin + huge_page - aligned);
  return reinterpret_cast<void*>(aligned);
}

}  // namespace

void throw_no_memory() {
  throw concurrency::out_of_memory(
      "no memory for the race detector: it needs up to 2 bytes for each byte of global memory, "
      "call site and worker; check a smaller problem, or raise the limit of address space "
      "(ulimit -v)");
}

void* map_memory(std::size_t bytes) {
  if (bytes < huge_page) return map_anywhere(bytes);
  // With small pages, a third of the time of untiled kernels is spent in page faults.
  void* const memory = map_aligned(mapped_size(bytes));
  madvise(memory, mapped_size(bytes), MADV_HUGEPAGE);
  return memory;
}

void unmap_memory(void* memory, std::size_t bytes) noexcept { munmap(memory, mapped_size(bytes)); }

}  // namespace milliamp::detail::race
