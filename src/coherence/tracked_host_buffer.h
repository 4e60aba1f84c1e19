/// @file
/// The home location of views of host memory in a checked program (spec 8.2).
///
/// There, REF has a memory of its own, as a graphics card has: a launch works on a copy of the
/// data, and what it has changed comes back when the program synchronizes the view, accesses its
/// elements or lets the last view go (spec 8.4). So a program that forgets to synchronize sees old
/// values, and is told; so is one that uses a view after its data has died, or two top-level views
/// of one memory.
#pragma once

#include "base/listener.h"
#include "check/unwritten_memory.h"
#include "coherence/shared_buffer.h"
#include "race/access.h"
#include "report/finding.h"
#include "symbolize/stack_trace.h"

#include <milliamp/detail/host_memory.h>

#include <boost/icl/interval_set.hpp>

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace milliamp::detail::coherence {

/// The memory that a top-level view was made for.
class tracked_host_buffer final : public shared_buffer {
 public:
  tracked_host_buffer(void* data, const view_description& view);

  void* capture(const submission& launch, void* address, bool writable) override;
  void* open(void* address, concurrency::access_type access) override;
  void synchronize(const strided_region& elements, const concurrency::accelerator_view& place,
                   concurrency::access_type access) override;
  void refresh() override;
  void discard(void* begin, std::size_t size) override;
  void* open_source(const strided_region& elements, const void* destination) override;
  void* open_destination(const strided_region& elements) override;
  check::unwritten_memory* unwritten_at(const void* address) override {
    return begin_ <= address && address < end() ? &unwritten_ : &*unwritten_on_device_;
  }

  /// The first byte of a range that an access of the host would miss a kernel's changes of; null if
  /// there is none.
  const std::byte* find_stale(const std::byte* begin, const std::byte* end,
                              race::operation op) const;
  finding describe_stale(const std::byte* address, race::operation op) const;

 private:
  friend class host_home_table;

  using pieces = boost::icl::interval_set<const std::byte*>;

  struct device_memory_deleter {
    void operator()(std::byte* memory) const;
  };
  using device_memory = std::unique_ptr<std::byte[], device_memory_deleter>;

  ~tracked_host_buffer() override = default;
  void destroy() noexcept override;

  /// Runs body(findings) under the lock of all homes, then reports the findings.
  template <class Body>
  void locked(Body body);
  template <class Find>
  void* open_for_host(void* address, bool is_writing, Find find);

  const std::byte* end() const { return begin_ + size_; }
  bool is_pending() const { return !pending_.empty(); }
  /// The parts of a range of which the device has newer values.
  pieces pending_within(const std::byte* begin, const std::byte* end) const;
  bool overlaps(const std::byte* begin, const std::byte* end) const {
    return begin < begin_ + size_ && begin_ < end;
  }

  /// Makes the device's copy as new as the host's.
  void ready_device();
  /// Lets what the program has discarded be undetermined, before some of it is written.
  void lose_discarded();
  /// Makes the host's memory, or a piece of it, as new as the device's copy.
  void bring_back() { bring_back(begin_, end()); }
  void bring_back(const std::byte* begin, const std::byte* end);
  void bring_back(const strided_region& elements);
  /// The host's memory, or what stands for it when it is gone.
  std::byte* host_memory();

  /// Appends a finding if the data is gone, or another top-level view of it is in the way.
  void check_use(const char* use, const symbolize::stack_trace& place, bool writable,
                 std::vector<finding>& found) const;
  finding describe_dangling(const char* use, const symbolize::stack_trace& place) const;
  finding describe_overlap(const char* use, const symbolize::stack_trace& place,
                           const tracked_host_buffer& other) const;
  std::string name() const;
  std::string element_at(const std::byte* address) const;

  const base::listener listener_;
  std::byte* const begin_;
  const std::size_t size_;
  const std::size_t element_size_;
  const std::vector<int> lengths_;
  const std::string type_;
  const symbolize::stack_trace made_ = symbolize::stack_trace::here();

  check::unwritten_memory unwritten_{begin_, size_};
  device_memory device_;
  std::optional<check::unwritten_memory> unwritten_on_device_;
  bool device_is_current_ = false;
  pieces pending_;  ///< of which the device has newer values
  bool is_discarded_ = false;
  bool is_dead_ = false;  ///< the host's memory is gone
  /// Whether reading, or also writing, on the host needs nothing to be done first.
  std::atomic<bool> is_readable_{true};
  std::atomic<bool> is_writable_{true};
  pieces copied_;                  ///< the part of that which comes from a copy
  symbolize::stack_trace launch_;  ///< the last one that may have changed elements
  symbolize::stack_trace copy_;    ///< the last one to them
  event died_;                     ///< has no frames for data on a stack
};

}  // namespace milliamp::detail::coherence
