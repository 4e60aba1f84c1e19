/// @file
/// The memory behind array_views of host memory in a checked program (spec 8.2).
///
/// In a checked program REF has device memory of its own, as a graphics card has. A launch works on
/// a copy of the data. The changes return to host memory when the program synchronizes the view,
/// accesses its elements or releases the last view (spec 8.4). A program that forgets to
/// synchronize therefore reads old values, and gets a finding. So does a program that writes the
/// data directly and launches a kernel again without refresh(), one that uses a view after the
/// lifetime of its data, and one with two top-level views of the same memory.
#pragma once

#include "base/listener.h"
#include "base/memory_range.h"
#include "check/guarded_memory.h"
#include "check/unwritten_memory.h"
#include "coherence/host_writes.h"
#include "coherence/shared_buffer.h"
#include "coherence/source.h"
#include "diagnose/fact.h"
#include "race/access.h"

#include <milliamp/detail/host_memory.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace milliamp::detail::coherence {

/// The memory that a top-level view was constructed from, and its copy in device memory.
class tracked_host_buffer final : public shared_buffer {
 public:
  /// @param available the bytes of host memory; less than the view has if its data is too small
  tracked_host_buffer(void* data, const view_description& view, std::size_t available);

  void* capture(const submission& launch, void* address, bool writable) override;
  void* open(void* address, concurrency::access_type access) override;
  void* open_source(const strided_region& elements, const void* destination) override;
  void* open_destination(const strided_region& elements) override;
  check::unwritten_memory* unwritten_at(const void* address) override {
    if (host_.contains(address)) return &unwritten_;
    return unwritten_on_device_ ? &*unwritten_on_device_ : nullptr;  // null: no element there
  }
  void synchronize(const strided_region& elements, const concurrency::accelerator_view& accelerator,
                   concurrency::access_type access) override;
  bool owns_memory() const override { return false; }
  bool has_ended() const override;
  void add_unsynchronized(const base::memory_range& range,
                          std::vector<base::memory_range>& parts) override;
  void refresh(const strided_region& elements) override;
  void discard(void* begin, std::size_t size) override;

  /// Reports that host memory is smaller than the view.
  void report_small_source(const source& small) const;

  // --- For the registry, which holds its lock ----------------------------------------------------

  const base::memory_range& memory() const { return host_; }
  /// Whether device memory has newer values than host memory.
  bool is_pending() const { return !pending_.empty(); }
  /// Whether device memory has a copy that the next launch will use.
  bool is_copied() const { return is_device_current_ && !is_discarded_ && !is_dead_; }
  /// Whether the lifetime of the host memory has ended.
  bool is_dead() const { return is_dead_; }
  /// @param freed the deallocation; nothing if the memory was on the stack
  void end_lifetime(const std::optional<symbolize::stack_trace>& freed);
  /// Checks an access of the host that bypasses the views. Faulty are reads and writes of values
  /// that a device has changed, and writes where a device may have written the same values.
  std::optional<diagnose::stale_host_read_fact> check_access(const base::memory_range& accessed,
                                                             race::operation op) const;
  /// Records a write of the host that bypasses the views. The next launch does not see it, unless
  /// the program refreshes the view.
  void record_write(const base::memory_range& written, const void* return_address);

 private:
  ~tracked_host_buffer() override = default;
  void destroy() noexcept override;

  /// Runs body(facts) under the registry's lock, then reports the facts.
  template <class Body>
  void update(Body body);
  /// Prepares the memory for an access by the host.
  /// @param prepare returns the memory that has the current values
  /// @return where that memory has the byte at `address` of host memory
  template <class Prepare>
  void* open_for_host(void* address, bool is_writing, Prepare prepare);

  std::byte* host_byte(std::uintptr_t address) const { return data_ + (address - host_.begin); }
  std::byte* device_byte(std::uintptr_t address) const {
    return device_->data() + (address - host_.begin);
  }
  /// The parts of a range that are newer on the device.
  base::memory_set pending_in(const base::memory_range& range) const;

  void record_kernel(const submission& launch);
  /// @throws concurrency::out_of_memory
  void add_device_memory();
  /// Makes device memory current.
  void update_device();
  /// Turns discarded values into undefined ones, before some of the memory is written.
  void apply_discard();
  /// Makes host memory current, or a part of it.
  void update_host() { update_host(host_); }
  void update_host(const base::memory_range& range);
  void update_host(const strided_region& elements);
  /// Whether all elements are newer on the device.
  bool is_pending(const strided_region& elements) const;
  /// Whether elements are beyond the end of host memory: they exist in device memory only.
  bool exceeds_host(const strided_region& elements) const;
  /// Host memory, or device memory in its place after the lifetime of host memory.
  std::byte* accessible_memory();

  /// The memory of elements beyond the end of host memory.
  void* open_device(void* address, bool is_writing);

  /// Adds a fact if the lifetime of the data has ended, or if another top-level view of it has
  /// different values.
  void check_use(diagnose::view_use use, const symbolize::stack_trace& call_site, bool writable,
                 std::vector<diagnose::fact>& facts) const;
  /// Adds facts if a launch does not see what the host has written.
  void check_host_writes(const symbolize::stack_trace& launched,
                         std::vector<diagnose::fact>& facts);
  std::vector<int> index_of(std::uintptr_t address) const;

  const base::listener listener_;
  std::byte* const data_;
  const base::memory_range host_;
  const std::size_t size_;  ///< the size of the view, in bytes; host memory may be smaller
  const std::size_t element_size_;
  const diagnose::top_level_view view_;

  check::unwritten_memory unwritten_{data_, host_.size};
  std::optional<check::guarded_memory> device_;  ///< none before the first use on the device
  std::optional<check::unwritten_memory> unwritten_on_device_;
  bool is_device_current_ = false;
  bool is_discarded_ = false;  ///< the program has discarded the values
  bool is_dead_ = false;
  /// Whether the host may read, or also write, host memory without update(). Read without the lock.
  std::atomic<bool> is_readable_{true};
  std::atomic<bool> is_writable_{true};
  base::memory_set pending_;        ///< the addresses that are newer on the device
  base::memory_set copied_;         ///< the ranges of them that a copy, not a kernel, changed
  host_writes host_writes_{host_};  ///< while is_copied(), to bytes that are not pending
  symbolize::stack_trace launch_;   ///< the last launch that may have changed elements
  symbolize::stack_trace copy_;     ///< the last copy to them
  std::optional<symbolize::stack_trace> freed_;
};

}  // namespace milliamp::detail::coherence
