/// @file
/// Uses of host memory that an asynchronous operation may still read or write, and the
/// end of the memory's lifetime.
#pragma once

#include "diagnose/top_level_view.h"

#include <optional>
#include <vector>

namespace milliamp::detail::diagnose {

/// What an asynchronous operation does with memory of the host.
enum class transfer_kind : std::uint8_t { copy_source, copy_destination, synchronization };

/// What uses memory before an asynchronous operation on it has ended.
enum class early_use : std::uint8_t { host_read, host_write, kernel };

struct early_host_access_fact {
  transfer_kind transfer;
  std::vector<int> lengths;  ///< the extent of the memory that is read or written
  std::vector<int> element;  ///< the index of the first affected element
  early_use use;
  symbolize::stack_trace used;  ///< the access, or the launch
  symbolize::stack_trace started;
};

/// The lifetime of the memory ends before the program has waited for the operation.
struct early_release_fact {
  transfer_kind transfer;
  std::vector<int> lengths;  ///< the extent of the memory that is read or written
  /// The deallocation; nothing for a local variable of a function that has returned.
  std::optional<symbolize::stack_trace> freed;
  symbolize::stack_trace started;
};

finding diagnose(const early_host_access_fact& fact);
finding diagnose(const early_release_fact& fact);

}  // namespace milliamp::detail::diagnose
