/// @file
/// The accesses that 32 neighbouring threads make at once, as a device would: the k-th of each
/// thread at a call site since the last barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::counts {

/// The number of threads that access memory at once.
inline constexpr std::uint32_t group_size = 32;

/// An access of a thread, as far as its neighbours matter.
struct grouped_access {
  std::uint64_t group;       ///< the number of the thread / group_size
  std::uintptr_t call_site;  ///< the key of the call site
  std::uint32_t occurrence;  ///< the access's number at its call site since the last barrier
  std::uint32_t row;         ///< the row that counts the access
  std::uint64_t offset;      ///< the byte offset in the variable
  std::uint32_t size;        ///< in bytes
  bool is_tile_static;
};

/// What the accesses of a group cost.
struct group_costs {
  std::uint64_t transactions = 0;    ///< of 128 bytes
  std::uint64_t bank_conflicts = 0;  ///< beyond what so many words need
};

/// The costs of accesses that are made at once.
group_costs costs_of(const grouped_access* begin, const grouped_access* end);

/// Sorts accesses, and calls f(begin, end) for those that are made at once.
template <class F>
void for_each_group(std::vector<grouped_access>& accesses, F f);

void sort_groups(std::vector<grouped_access>& accesses);
bool is_same_group(const grouped_access& a, const grouped_access& b);

template <class F>
void for_each_group(std::vector<grouped_access>& accesses, F f) {
  sort_groups(accesses);
  const grouped_access* const last = accesses.data() + accesses.size();
  for (const grouped_access* begin = accesses.data(); begin != last;) {
    const grouped_access* end = begin + 1;
    while (end != last && is_same_group(*begin, *end)) ++end;
    f(begin, end);
    begin = end;
  }
}

}  // namespace milliamp::detail::counts
