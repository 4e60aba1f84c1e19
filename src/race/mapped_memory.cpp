#include "race/mapped_memory.h"

#include <milliamp/exceptions.h>

#include <sys/mman.h>

namespace milliamp::detail::race {

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;  // on most systems

}  // namespace

void* map_memory(std::size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    throw concurrency::out_of_memory(
        "no memory for the race detector: it needs up to 2 bytes for each byte of global memory, call "
        "site and worker; check a smaller problem, or raise the limit of address space "
        "(ulimit -v)");
  }
  // With small pages, a third of the time of untiled kernels is spent in page faults.
  if (bytes >= huge_page) madvise(memory, bytes, MADV_HUGEPAGE);
  return memory;
}

void unmap_memory(void* memory, std::size_t bytes) noexcept { munmap(memory, bytes); }

}  // namespace milliamp::detail::race
