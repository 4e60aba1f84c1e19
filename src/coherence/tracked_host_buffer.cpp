#include "coherence/tracked_host_buffer.h"

#include "base/invalid_argument.h"
#include "base/show.h"
#include "check/current_launch.h"
#include "check/launch_captures.h"
#include "coherence/host_memory_registry.h"
#include "coherence/rows.h"
#include "devices/device.h"
#include "devices/queue.h"
#include "symbolize/type_names.h"

#include <milliamp/detail/submission.h>
#include <milliamp/exceptions.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <string>

namespace milliamp::detail::coherence {

namespace {

using concurrency::access_type;
using diagnose::view_use;

std::string type_of(const view_description& view) {
  return std::string("array_view<") + (view.writable ? "" : "const ") +
         symbolize::demangle(view.element->name()) + ", " + std::to_string(view.rank) + ">";
}

std::size_t size_of(const view_description& view) {
  std::size_t size = view.element_size;
  for (int d = 0; d < view.rank; ++d) {
    if (view.lengths[d] <= 0) return 0;
    size *= static_cast<std::size_t>(view.lengths[d]);
  }
  return size;
}

}  // namespace

template <class Body>
void tracked_host_buffer::update(Body body) {
  host_memory_registry& registry = host_memory_registry::instance();
  registry.on_frame(__builtin_dwarf_cfa());
  std::vector<diagnose::fact> facts;
  {
    const host_memory_registry::scoped_lock lock(registry);
    const bool was_pending = is_pending();
    const bool was_copied = is_copied();
    body(facts);
    if (!is_copied()) host_writes_.clear();
    is_readable_ = !is_dead_ && !is_pending();
    is_writable_ = is_readable_ && !is_device_current_ && !is_discarded_;
    if (is_pending() != was_pending || is_copied() != was_copied) registry.update_watched_pages();
  }
  // Not under the lock: a report reads debug information, which takes long.
  check::report_wanted(facts);
}

tracked_host_buffer::tracked_host_buffer(void* data, const view_description& view,
                                         std::size_t available)
    : shared_buffer(host_accelerator),
      data_(static_cast<std::byte*>(data)),
      host_(data, available),
      size_(size_of(view)),
      element_size_(view.element_size),
      view_{
          type_of(view), {view.lengths, view.lengths + view.rank}, symbolize::stack_trace::here()} {
  host_memory_registry& registry = host_memory_registry::instance();
  const host_memory_registry::scoped_lock lock(registry);
  registry.add(*this);
}

void tracked_host_buffer::destroy() noexcept {
  update([this](std::vector<diagnose::fact>& facts) {
    if (is_pending() && is_dead_ && !is_discarded_) {
      check_use(view_use::unsynchronized_release, symbolize::stack_trace::here(), false, facts);
    }
    update_host();
    is_device_current_ = false;
  });
  {
    host_memory_registry& registry = host_memory_registry::instance();
    const host_memory_registry::scoped_lock lock(registry);
    registry.remove(*this);
  }
  delete this;
}

void tracked_host_buffer::end_lifetime(const std::optional<symbolize::stack_trace>& freed) {
  is_dead_ = true;
  is_readable_ = is_writable_ = false;
  host_writes_.clear();
  freed_ = freed;
}

// --- Accesses through views ----------------------------------------------------------------------

void* tracked_host_buffer::capture(const submission& launch, void* address, bool writable) {
  const std::ptrdiff_t offset = static_cast<std::byte*>(address) - data_;
  std::byte* memory = nullptr;
  update([&](std::vector<diagnose::fact>& facts) {
    if (launch.is_watched()) check_use(view_use::kernel, launch.launch_site(), writable, facts);
    if (launch.is_watched()) check_host_writes(launch.launch_site(), facts);
    if (launch.has_separate_memory() || size_ > host_.size) {
      update_device();
      memory = device_->data();
      check::launch_captures::add(*device_, writable);
      if (writable && !is_dead_) record_kernel(launch);
    } else {
      update_host();
      memory = accessible_memory();
      if (writable) {
        is_device_current_ = is_discarded_ = false;
        unwritten_.record_write_anywhere();
      }
    }
  });
  return memory + offset;
}

/// A kernel may write any element, unless its launch is refused.
void tracked_host_buffer::record_kernel(const submission& launch) {
  check::launch_captures::when_refused([this, pending = pending_, copied = copied_] {
    update([&](std::vector<diagnose::fact>&) {
      pending_ = pending;
      copied_ = copied;
    });
  });
  pending_ += base::interval_of(host_);
  copied_.clear();
  if (launch.is_watched()) launch_ = launch.launch_site();
}

template <class Prepare>
void* tracked_host_buffer::open_for_host(void* address, bool is_writing, Prepare prepare) {
  const std::ptrdiff_t offset = static_cast<std::byte*>(address) - data_;
  std::byte* memory = nullptr;
  update([&](std::vector<diagnose::fact>& facts) {
    check_use(view_use::host_access, symbolize::stack_trace::here(), is_writing, facts);
    if (is_writing) apply_discard();
    memory = prepare();
  });
  return memory + offset;
}

void* tracked_host_buffer::open(void* address, access_type access) {
  const bool is_writing = (access & concurrency::access_type_write) != 0;
  if (size_ > host_.size && !host_.contains(address)) return open_device(address, is_writing);
  const bool is_ready = (is_writing ? is_writable_ : is_readable_).load(std::memory_order_acquire);
  // An overlapping view may have newer values of this memory, which is a finding.
  if (is_ready && !host_memory_registry::instance().may_be_pending({address, 1})) return address;
  return open_for_host(address, is_writing, [&] {
    update_host();
    host_memory_registry::instance().on_host_current(host_);
    if (is_writing) is_device_current_ = false;
    return accessible_memory();
  });
}

void* tracked_host_buffer::open_device(void* address, bool is_writing) {
  return open_for_host(address, is_writing, [&] {
    update_device();
    return device_->data();
  });
}

void* tracked_host_buffer::open_source(const strided_region& elements, const void* destination) {
  return open_for_host(elements.data, false, [&] {
    if (exceeds_host(elements)) {
      update_device();
      return device_->data();
    }
    // A copy leaves the host's memory as it is, unless it needs values of both memories or writes
    // there.
    if (host_.contains(destination)) {
      update_host();
    } else if (is_device_current_ && is_pending(elements)) {
      return device_->data();
    } else {
      update_host(elements);
    }
    return accessible_memory();
  });
}

void* tracked_host_buffer::open_destination(const strided_region& elements) {
  return open_for_host(elements.data, true, [&] {
    if (exceeds_host(elements)) update_device();
    if (is_device_current_ && !is_dead_) {
      for (rows all(elements); !all.at_end(); all.next()) {
        const base::memory_range row(all.begin(), all.length());
        copied_ += base::interval_of(row) & base::interval_of(host_);
        host_writes_.forget(row);  // overwritten in order, not lost
      }
      pending_ += copied_;
      copy_ = symbolize::stack_trace::here();
      return device_->data();
    }
    update_host(elements);
    return accessible_memory();
  });
}

void tracked_host_buffer::synchronize(const strided_region& elements,
                                      const concurrency::accelerator_view& accelerator,
                                      access_type access) {
  update([&](std::vector<diagnose::fact>& facts) {
    check_use(view_use::synchronization, symbolize::stack_trace::here(), false, facts);
    if (devices::device_of(accelerator).kernels == engine_kind::ref) {
      update_device();
    } else {
      update_host(elements);
      if ((access & concurrency::access_type_write) != 0) {
        is_device_current_ = is_discarded_ = false;
      }
    }
  });
}

bool tracked_host_buffer::has_ended() const {
  const host_memory_registry::scoped_lock lock(host_memory_registry::instance());
  return is_dead_;
}

void tracked_host_buffer::add_unsynchronized(const base::memory_range& range,
                                             std::vector<base::memory_range>& parts) {
  const host_memory_registry::scoped_lock lock(host_memory_registry::instance());
  for (const auto& newer : pending_in(range)) {
    parts.emplace_back(newer.lower(), newer.upper() - newer.lower());
  }
}

void tracked_host_buffer::refresh(const strided_region& elements) {
  update([&](std::vector<diagnose::fact>&) {
    is_device_current_ = is_discarded_ = false;
    for (rows all(elements); !all.at_end(); all.next()) {
      const auto row = base::interval_of({all.begin(), all.length()});
      pending_ -= row;
      copied_ -= row;
    }
  });
}

void tracked_host_buffer::discard(void* begin, std::size_t size) {
  update([&](std::vector<diagnose::fact>&) {
    host_writes_.forget({begin, size});
    if (begin == data_ && size == size_) is_discarded_ = true;
  });
}

// --- Host memory and device memory ---------------------------------------------------------------

void tracked_host_buffer::add_device_memory() {
  try {
    device_.emplace(size_);
  } catch (const std::bad_alloc&) {
    throw concurrency::out_of_memory(
        ("array_view: the system has no memory for the copy of " + std::to_string(size_) +
         " bytes that the accelerator needs; use a smaller extent, or accelerator::direct3d_warp")
            .c_str());
  }
  unwritten_on_device_.emplace(device_->data(), size_);
}

void tracked_host_buffer::update_device() {
  if (!device_) add_device_memory();
  if (is_dead_) {
    // The values are lost. New device memory contains zeros.
  } else if (is_discarded_) {
    unwritten_on_device_->record_discard(device_->data(), size_);
  } else if (!is_device_current_) {
    update_host();
    std::memcpy(device_->data(), data_, host_.size);
    unwritten_on_device_->record_copy(device_->data(), host_.size, &unwritten_, data_);
  }
  is_device_current_ = true;
  is_discarded_ = false;
}

void tracked_host_buffer::apply_discard() {
  if (!is_discarded_) return;
  update_device();
  pending_ += base::interval_of(host_);
}

void tracked_host_buffer::update_host(const base::memory_range& range) {
  for (const auto& newer : pending_in(range)) {
    if (is_dead_) break;
    std::byte* const to = host_byte(newer.lower());
    const std::byte* const from = device_byte(newer.lower());
    const std::size_t size = newer.upper() - newer.lower();
    std::memcpy(to, from, size);
    unwritten_.record_copy(to, size, &*unwritten_on_device_, from);
  }
  pending_ -= base::interval_of(range);
  copied_ -= base::interval_of(range);
}

void tracked_host_buffer::update_host(const strided_region& elements) {
  for (rows all(elements); !all.at_end(); all.next()) {
    update_host(base::memory_range(all.begin(), all.length()));
  }
}

base::memory_set tracked_host_buffer::pending_in(const base::memory_range& range) const {
  return pending_ & base::interval_of(range);
}

bool tracked_host_buffer::is_pending(const strided_region& elements) const {
  for (rows all(elements); !all.at_end(); all.next()) {
    if (!boost::icl::contains(pending_, base::interval_of({all.begin(), all.length()})))
      return false;
  }
  return true;
}

bool tracked_host_buffer::exceeds_host(const strided_region& elements) const {
  if (size_ == host_.size) return false;
  std::ptrdiff_t last = 0;
  for (int d = 0; d < elements.rank; ++d) {
    if (elements.lengths[d] <= 0) return false;
    last += (elements.lengths[d] - 1) * elements.distances[d];
  }
  const auto size = static_cast<std::ptrdiff_t>(elements.element_size);
  const auto* const end = static_cast<const std::byte*>(elements.data) + (last + 1) * size;
  return reinterpret_cast<std::uintptr_t>(end) > host_.end();
}

std::byte* tracked_host_buffer::accessible_memory() {
  if (!is_dead_) return data_;
  update_device();
  return device_->data();
}

}  // namespace milliamp::detail::coherence

namespace milliamp::detail {

bool tracks_host_memory = false;

void throw_small_source(const int* lengths, int rank, std::size_t count) {
  base::throw_invalid("array_view: the container has " + std::to_string(count) +
                      " elements, fewer than the view of extent " + base::show(lengths, rank) +
                      "; make the extent of the view fit");
}

void throw_large_source(std::size_t count) {
  base::throw_invalid("array_view: the container has " + std::to_string(count) +
                      " elements, and an extent has at most " +
                      std::to_string(std::numeric_limits<int>::max()) +
                      "; view parts of it, or give the view an extent of more dimensions");
}

location track(void* data, const view_description& view) {
  const std::size_t size = coherence::size_of(view);
  if (data == nullptr || size == 0) return {data, nullptr};
  coherence::host_memory_registry::instance().on_frame(__builtin_dwarf_cfa());
  const auto small = view.source_size == source_size::unknown
                         ? coherence::find_small_source(data, size)
                         : std::nullopt;
  if (!small) return {data, new coherence::tracked_host_buffer(data, view, size)};
  auto* const made = new coherence::tracked_host_buffer(data, view, small->size_after(data));
  made->report_small_source(*small);
  return {data, made};
}

}  // namespace milliamp::detail
