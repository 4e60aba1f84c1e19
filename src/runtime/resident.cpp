#include "runtime/resident.h"

#include <milliamp/detail/resident.h>

namespace milliamp::detail {

resident::resident(const concurrency::accelerator_view& place) noexcept : accelerator_view(place) {
  resident_table::instance().add(*this);
}

resident::~resident() { resident_table::instance().remove(*this); }

resident_table& resident_table::instance() {
  static resident_table& only = *new resident_table;
  return only;
}

void resident_table::add(resident& added) noexcept {
  const std::lock_guard lock(mutex_);
  resident*& first = first_at(&added);
  added.next_ = first;
  first = &added;
  size_.fetch_add(1, std::memory_order_relaxed);
}

void resident_table::remove(resident& removed) noexcept {
  const std::lock_guard lock(mutex_);
  resident** link = &first_at(&removed);
  while (*link != &removed) link = &(*link)->next_;
  *link = removed.next_;
  size_.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace milliamp::detail
