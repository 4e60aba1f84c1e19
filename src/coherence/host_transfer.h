/// @file
/// Memory of the host that an asynchronous operation reads or writes.
#pragma once

#include "base/listener.h"
#include "base/memory_range.h"
#include "diagnose/early_host_access.h"
#include "race/access.h"

#include <milliamp/detail/strided_region.h>

#include <memory>
#include <optional>
#include <vector>

namespace milliamp::detail::coherence {

class shared_buffer;

/// Exists from the start of the operation until the program has waited for its end. Meanwhile the
/// host must not access what the operation writes, nor write what it reads (spec 8.3).
class host_transfer {
 public:
  /// Records the elements that an operation, which is about to start, reads or writes. Null if it
  /// concerns no memory of the host, or if the program is not checked.
  static std::shared_ptr<const host_transfer> watch(diagnose::transfer_kind kind,
                                                    const strided_region& elements);
  ~host_transfer();
  host_transfer(const host_transfer&) = delete;
  host_transfer& operator=(const host_transfer&) = delete;

  // --- For the registry, which holds its lock ----------------------------------------------------

  /// Whether the host may read the memory meanwhile.
  bool allows_reads() const {
    return is_host_current_ || kind_ == diagnose::transfer_kind::copy_source;
  }
  bool is_synchronization_of(const base::memory_range& range) const {
    return kind_ == diagnose::transfer_kind::synchronization && overlaps(range);
  }
  const std::vector<base::memory_range>& memory() const { return memory_; }
  bool overlaps(const base::memory_range& range) const;
  /// What the operation itself does with the memory.
  race::operation operation() const {
    return kind_ == diagnose::transfer_kind::copy_source ? race::operation::read
                                                         : race::operation::write;
  }
  /// Checks a use of memory before the operation has ended.
  /// @param call_site null: the call stack of the caller
  std::optional<diagnose::early_host_access_fact> check_use(
      const base::memory_range& used, diagnose::early_use use,
      const symbolize::stack_trace* call_site = nullptr);
  /// Checks a launch whose kernel uses a view of the memory. The queue of the view orders it
  /// after operations on the view, but not after copies to an iterator.
  std::optional<diagnose::early_host_access_fact> check_launch(
      const base::memory_range& used, const symbolize::stack_trace& call_site);
  /// A view has made the memory current, so that a synchronization changes nothing there.
  void on_host_current() { is_host_current_ = true; }
  /// Ends the transfer: the program may use the memory.
  void complete() { memory_.clear(); }
  /// The lifetime of the memory ends: later accesses are to other objects. That is a fault, unless
  /// an earlier access has been reported already.
  /// @param freed the deallocation; nothing if the memory was on the stack
  std::optional<diagnose::early_release_fact> end_lifetime(
      const std::optional<symbolize::stack_trace>& freed);

 private:
  host_transfer(diagnose::transfer_kind kind, const strided_region& elements,
                std::vector<base::memory_range> memory);

  std::vector<int> index_of(std::uintptr_t address) const;

  const base::listener listener_;
  const diagnose::transfer_kind kind_;
  const std::uintptr_t begin_;
  const std::size_t element_size_;
  const std::vector<int> lengths_;
  const std::vector<std::ptrdiff_t> distances_;
  const symbolize::stack_trace started_ = symbolize::stack_trace::here();
  shared_buffer* const owner_;  ///< keeps memory of the library from being reused; or null
  std::vector<base::memory_range> memory_;
  const bool has_view_;  ///< the memory is used through an array or a view
  bool is_host_current_ = false;
  bool has_early_access_ = false;
};

}  // namespace milliamp::detail::coherence
