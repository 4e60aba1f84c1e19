#include "check/stray_accesses.h"

#include "base/mapped_memory.h"
#include "base/scoped_ignore.h"

namespace milliamp::detail::check {

namespace {

constexpr std::uintptr_t least_page_size = 4096;

/// A null pointer, or a member of what it points to. Such an access faults, which the engine
/// reports.
bool is_null(std::uintptr_t address) { return address < 0x10000; }

}  // namespace

void stray_accesses::on_launch_begin() {
  owned_ = {};
  mapped_pages_.fill(0);
}

bool stray_accesses::check_access(std::uintptr_t address, std::size_t size, race::operation op,
                                  const void* return_address) {
  if (size == 0 || is_null(address)) return false;
  const guarded_range* const range = thread_.launch->guarded().find(address);
  if (range != nullptr && range->elements.contains(address) &&
      size <= range->elements.end() - address) {
    owned_ = range->elements;
    return false;
  }
  const base::scoped_ignore ignore;
  const bool is_memory = is_mapped({address, size});
  if (is_memory && range == nullptr) return false;
  const base::memory_range left = range != nullptr ? range->elements : base::memory_range();
  const bool begins_inside = left.contains(address);
  record(begins_inside ? left.end() : address, left, op, return_address);
  if (!is_memory) bounds_.end_thread();
  const std::size_t inside = begins_inside ? left.end() - address : 0;
  undo_.prepare(address + inside, size - inside, op, /*is_private=*/false);
  return true;
}

/// The same as base::is_mapped(), but without a system call for known pages.
bool stray_accesses::is_mapped(const base::memory_range& accessed) {
  const std::uintptr_t first = accessed.begin / least_page_size;
  const std::uintptr_t last = (accessed.end() - 1) / least_page_size;
  std::uintptr_t& known = mapped_pages_[first % mapped_pages_.size()];
  if (first == last && known == first) return true;
  if (!base::is_mapped(accessed)) return false;
  known = first;
  return true;
}

/// @param left the elements that the access has left; empty: there is no memory at the address
void stray_accesses::record(std::uintptr_t address, const base::memory_range& left,
                            race::operation op, const void* return_address) {
  found_.add(thread_, return_address, left.begin, [&] {
    return diagnose::stray_access_fact{{race::kind_of(op), thread_.site(return_address), {}},
                                       address,
                                       left,
                                       thread_.launch->kernel(),
                                       0};
  });
}

}  // namespace milliamp::detail::check
