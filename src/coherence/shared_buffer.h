/// @file
/// What stands behind milliamp::detail::buffer: reference counting, and what each kind of memory
/// does when it is used at a place.
#pragma once

#include <milliamp/access_type.h>
#include <milliamp/detail/buffer.h>
#include <milliamp/detail/strided_region.h>
#include <milliamp/detail/submission.h>

#include <atomic>
#include <cstdint>

namespace milliamp::detail::check {
class unwritten_memory;
}

namespace milliamp::detail::coherence {

/// A buffer with one memory for all places; there is nothing to bring from one to another.
class shared_buffer : public buffer {
 public:
  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
  }

  /// Readies the memory for a launch and returns where the kernel finds what the host has at the
  /// address.
  virtual void* capture(const submission&, void* address, [[maybe_unused]] bool writable) {
    return address;
  }
  /// Readies the host's memory for accesses by the host, and returns where it finds what was at the
  /// address when the view was made.
  virtual void* open(void* address, concurrency::access_type) { return address; }
  /// The same for some elements that a copy reads, or overwrites: the others may stay as they are.
  /// @param destination where the copy goes to; null when that is not known
  virtual void* open_source(const strided_region& elements, const void* destination);
  virtual void* open_destination(const strided_region& elements);
  /// What nobody has written of the memory at an address that open() and its like have returned;
  /// null when that is not watched.
  virtual check::unwritten_memory* unwritten_at(const void*) { return nullptr; }
  /// Readies the memory of some elements at a place for accesses.
  virtual void synchronize(const strided_region&, const concurrency::accelerator_view&,
                           concurrency::access_type) {}
  /// The program has changed the memory at its place.
  virtual void refresh() {}
  /// The values in a part of the memory are going to be overwritten.
  virtual void discard(void*, std::size_t) {}

 protected:
  explicit shared_buffer(const concurrency::accelerator_view& place) : buffer{place} {}
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
