#include "base/memory_map.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace milliamp::detail::base {

namespace {

bool is_mapped(const memory_range& range) {
  static const auto page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t begin = range.begin / page_size * page_size;
  // Linux only looks for the mappings: MS_ASYNC writes nothing.
  return msync(reinterpret_cast<void*>(begin), range.end() - begin, MS_ASYNC) == 0;
}

}  // namespace

bool is_readable(const memory_range& range) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  // The kernel copies from the memory, and fails where a load would raise a signal.
  const auto count = static_cast<ssize_t>(range.size);
  const bool is_copied =
      write(ends[1], reinterpret_cast<const void*>(range.begin), range.size) == count;
  close(ends[0]);
  close(ends[1]);
  return is_copied;
}

bool mapped_pages::contain(const memory_range& range) {
  constexpr std::uintptr_t least_page_size = 4096;
  const std::uintptr_t first = range.begin / least_page_size;
  const std::uintptr_t last = (range.end() - 1) / least_page_size;
  std::uintptr_t& known = numbers_[first % numbers_.size()];
  if (first == last && known == first) return true;
  if (!is_mapped(range)) return false;
  known = first;
  return true;
}

}  // namespace milliamp::detail::base
