#include "counts/access_group.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace milliamp::detail::counts {

namespace {

constexpr std::uint64_t bytes_of_transaction = 128;
constexpr std::uint64_t banks = 32;
constexpr std::uint64_t bytes_of_word = 4;

auto key_of(const grouped_access& a) { return std::tie(a.row, a.group, a.call_site, a.occurrence); }

/// The different units of a size that the accesses touch.
std::vector<std::uint64_t> units_of(const grouped_access* begin, const grouped_access* end,
                                    std::uint64_t size) {
  std::vector<std::uint64_t> units;
  for (; begin != end; ++begin) {
    const std::uint64_t last = (begin->offset + begin->size - 1) / size;
    for (std::uint64_t u = begin->offset / size; u <= last; ++u) units.push_back(u);
  }
  std::sort(units.begin(), units.end());
  units.erase(std::unique(units.begin(), units.end()), units.end());
  return units;
}

}  // namespace

void sort_groups(std::vector<grouped_access>& accesses) {
  std::sort(accesses.begin(), accesses.end(),
            [](const grouped_access& a, const grouped_access& b) { return key_of(a) < key_of(b); });
}

bool is_same_group(const grouped_access& a, const grouped_access& b) {
  return key_of(a) == key_of(b);
}

group_costs costs_of(const grouped_access* begin, const grouped_access* end) {
  if (!begin->is_tile_static) return {units_of(begin, end, bytes_of_transaction).size(), 0};
  const std::vector<std::uint64_t> words = units_of(begin, end, bytes_of_word);
  std::array<std::uint64_t, banks> loads{};
  for (const std::uint64_t w : words) ++loads[w % banks];
  const std::uint64_t needed = (words.size() + banks - 1) / banks;
  return {0, *std::max_element(loads.begin(), loads.end()) - needed};
}

}  // namespace milliamp::detail::counts
