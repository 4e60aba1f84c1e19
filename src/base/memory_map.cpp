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

}  // namespace milliamp::detail::base
