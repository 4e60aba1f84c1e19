#include "base/memory_map.h"

#include <sys/mman.h>
#include <unistd.h>

namespace milliamp::detail::base {

bool is_mapped(const memory_range& range) {
  static const auto page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  const std::uintptr_t begin = range.begin / page_size * page_size;
  // Linux only looks for the mappings: MS_ASYNC writes nothing.
  return msync(reinterpret_cast<void*>(begin), range.end() - begin, MS_ASYNC) == 0;
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
