/// @file
/// Direct writes of the host to memory that a device has a copy of.
#pragma once

#include "base/memory_range.h"
#include "symbolize/stack_trace.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::coherence {

/// Records which call site was the last to write each word of a memory range. A call stack is
/// captured once for each call site, because a loop may write all words.
class host_writes {
 public:
  /// @param memory the range that may be written
  explicit host_writes(const base::memory_range& memory) : memory_(memory) {}

  bool empty() const { return stacks_.empty(); }
  /// @param written within the range
  void record(const base::memory_range& written, const void* return_address);
  /// Forgets the writes to some memory, as far as it is in the range.
  void forget(const base::memory_range& memory);
  void clear();

  struct lost_write {
    std::uintptr_t address;
    symbolize::stack_trace written;
  };
  /// For each call site, the first word with its value that a copy of the range does not have.
  std::vector<lost_write> missing_in(const std::byte* copy) const;

 private:
  /// The number of a call site. 0: no write is known.
  using call_site_number = std::uint8_t;

  call_site_number number_of(const void* return_address);
  void set_writer(const base::memory_range& part, call_site_number writer);

  const base::memory_range memory_;
  std::vector<call_site_number>
      writers_;  ///< the writer of each word of 4 bytes; allocated for the first write
  std::unordered_map<const void*, call_site_number> numbers_;  ///< by return address
  std::vector<symbolize::stack_trace> stacks_;  ///< the call stacks of the call sites 1, 2, …
};

}  // namespace milliamp::detail::coherence
