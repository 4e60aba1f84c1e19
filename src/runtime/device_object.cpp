#include "runtime/device_object.h"

#include <milliamp/detail/device_object.h>

namespace milliamp::detail {

device_object::device_object(const concurrency::accelerator_view& accelerator) noexcept
    : accelerator_view(accelerator) {
  device_object_table::instance().add(*this);
}

device_object::~device_object() { device_object_table::instance().remove(*this); }

device_object_table& device_object_table::instance() { return base::only<device_object_table>(); }

void device_object_table::add(device_object& added) noexcept {
  const base::scoped_lock lock(mutex_);
  device_object*& first = first_at(&added);
  added.next_ = first;
  first = &added;
  size_.fetch_add(1, std::memory_order_relaxed);
}

void device_object_table::remove(device_object& removed) noexcept {
  const base::scoped_lock lock(mutex_);
  device_object** link = &first_at(&removed);
  while (*link != &removed) link = &(*link)->next_;
  *link = removed.next_;
  size_.fetch_sub(1, std::memory_order_relaxed);
}

}  // namespace milliamp::detail
