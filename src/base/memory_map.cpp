#include "base/memory_map.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>

namespace milliamp::detail::base {

bool is_mapped(const memory_range& range) {
  static const auto page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  std::uintptr_t page = range.begin / page_size;
  const std::uintptr_t end = range.size == 0 ? page : (range.end() - 1) / page_size + 1;
  std::array<unsigned char, 64> states;
  while (page < end) {
    const auto count = std::min<std::uintptr_t>(end - page, states.size());
    if (mincore(reinterpret_cast<void*>(page * page_size), count * page_size, states.data()) != 0) {
      return false;
    }
    page += count;
  }
  return true;
}

}  // namespace milliamp::detail::base
