/// @file
/// The implementation of milliamp::detail::buffer: reference counting, and the coherence operations
/// that each kind of memory overrides.
#pragma once

#include "base/memory_range.h"

#include <milliamp/access_type.h>
#include <milliamp/detail/buffer.h>
#include <milliamp/detail/strided_region.h>
#include <milliamp/detail/submission.h>

#include <atomic>
#include <cstdint>
#include <vector>

namespace milliamp::detail::check {
class unwritten_memory;
}

namespace milliamp::detail::coherence {

/// A buffer with a single memory for all accelerator_views, which needs no coherence.
class shared_buffer : public buffer {
 public:
  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
  }

  /// Prepares the memory for a launch.
  /// @return where the kernel finds the bytes that the host has at `address`
  virtual void* capture(const submission&, void* address, [[maybe_unused]] bool writable) {
    return address;
  }
  /// Prepares host memory for accesses by the host.
  /// @return where the host finds the bytes that were at `address` when the view was constructed
  virtual void* open(void* address, concurrency::access_type) { return address; }
  /// Prepares the source of a copy for reads by the host; elements outside of it may stay stale.
  /// @param destination the destination of the copy; null if unknown
  virtual void* open_source(const strided_region& elements, const void* destination);
  /// Prepares the destination of a copy, whose elements are overwritten, for writes by the host.
  virtual void* open_destination(const strided_region& elements);
  /// The record of unwritten bytes in the memory at an address that open(), open_source() or
  /// open_destination() returned; null if none is kept.
  virtual check::unwritten_memory* unwritten_at(const void*) { return nullptr; }
  /// Whether the memory belongs to the buffer and not to the program.
  virtual bool owns_memory() const { return true; }
  /// Whether the lifetime of the memory has ended.
  virtual bool has_ended() const { return false; }
  /// Adds the parts of a range of host memory that synchronize() would change.
  virtual void add_unsynchronized(const base::memory_range&, std::vector<base::memory_range>&) {}
  /// Makes elements current on an accelerator_view.
  virtual void synchronize(const strided_region&, const concurrency::accelerator_view&,
                           concurrency::access_type) {}
  /// The program has changed elements directly, not through a view (array_view::refresh()).
  virtual void refresh(const strided_region&) {}
  /// The values in a range will be overwritten (array_view::discard_data()).
  virtual void discard(void*, std::size_t) {}

 protected:
  explicit shared_buffer(const concurrency::accelerator_view& accelerator) : buffer{accelerator} {}
  virtual ~shared_buffer() = default;

 private:
  virtual void destroy() noexcept { delete this; }

  std::atomic<std::uint32_t> references_{1};
};

inline void* shared_buffer::open_source(const strided_region& elements, const void*) {
  return open(elements.data, concurrency::access_type_read);
}
inline void* shared_buffer::open_destination(const strided_region& elements) {
  return open(elements.data, concurrency::access_type_write);
}

inline shared_buffer& shared(buffer& owner) { return static_cast<shared_buffer&>(owner); }

}  // namespace milliamp::detail::coherence
