#include "check/guarded_memory.h"

#include "base/immortal.h"
#include "base/mutex.h"
#include "race/mapped_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <new>

namespace milliamp::detail::check {

namespace {

/// The size of the red zone on each side: as large as the elements, since indices are often wrong
/// by rows or by the size of a matrix. The bounds keep red zones from exhausting the address
/// space of the process, which may be limited.
std::size_t red_zone_size(std::size_t size) {
  constexpr std::size_t least = 64 * 1024, most = 64 * 1024 * 1024;
  return (std::clamp(size, least, most) + race::page::size - 1) / race::page::size *
         race::page::size;  // the elements begin at a page
}

/// All guarded memory of the process.
struct guarded_ranges {
  base::mutex mutex;
  std::map<std::uintptr_t, guarded_range> ranges MILLIAMP_GUARDED_BY(mutex);
};

guarded_range map_pages(std::size_t size) {
  const std::size_t red_zone = red_zone_size(size);
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t most = ~std::size_t{0} - 2 * red_zone - page;
  const std::size_t whole = (size + 2 * red_zone + page - 1) / page * page;
  void* const begin = size > most ? MAP_FAILED
                                  : mmap(nullptr, whole, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (begin == MAP_FAILED) throw std::bad_alloc();
  // A huge page for a small array would populate its red zones. With small pages for a large one,
  // page faults take a tenth of the time of an untiled kernel.
  madvise(begin, whole, size < race::huge_page ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
  return {{begin, whole}, {static_cast<std::byte*>(begin) + red_zone, size}};
}

}  // namespace

guarded_memory::guarded_memory(std::size_t size) : range_(map_pages(size)) {
  guarded_ranges& known = base::only<guarded_ranges>();
  const base::scoped_lock lock(known.mutex);
  known.ranges.emplace(range_.whole.begin, range_);
}

guarded_memory::~guarded_memory() {
  {
    guarded_ranges& known = base::only<guarded_ranges>();
    const base::scoped_lock lock(known.mutex);
    known.ranges.erase(range_.whole.begin);
  }
  munmap(reinterpret_cast<void*>(range_.whole.begin), range_.whole.size);
}

void clear_rest_of_page(const guarded_range& range) {
  guarded_ranges& known = base::only<guarded_ranges>();
  const base::scoped_lock lock(known.mutex);
  if (known.ranges.count(range.whole.begin) == 0) return;
  const base::memory_range rest = range.rest_of_page();
  std::memset(reinterpret_cast<void*>(rest.begin), 0, rest.size);
}

guarded_at_launch::guarded_at_launch() {
  guarded_ranges& known = base::only<guarded_ranges>();
  const base::scoped_lock lock(known.mutex);
  ranges_.reserve(known.ranges.size());
  for (const auto& [begin, range] : known.ranges) ranges_.push_back(range);
}

const guarded_range* guarded_at_launch::find(std::uintptr_t address) const {
  const auto above = std::upper_bound(
      ranges_.begin(), ranges_.end(), address,
      [](std::uintptr_t a, const guarded_range& range) { return a < range.whole.begin; });
  if (above == ranges_.begin()) return nullptr;
  const guarded_range& range = *std::prev(above);
  return range.whole.contains(address) ? &range : nullptr;
}

}  // namespace milliamp::detail::check
