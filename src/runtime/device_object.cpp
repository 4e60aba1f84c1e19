#include "runtime/device_object.h"

#include "devices/queue.h"

#include <milliamp/detail/device_object.h>

namespace milliamp::detail {

// The view of a launch on the auto selection view is selected for the objects in its kernel. For
// them, that view is the default one (spec 3.2.3).
device_object::device_object(const concurrency::accelerator_view& accelerator) noexcept
    : accelerator_view(
          devices::queue_access::view_of(devices::queue_access::queue_of(accelerator))) {
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
