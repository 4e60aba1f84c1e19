#include "counts/row.h"

#include <algorithm>

namespace milliamp::detail::counts {

void access_counter::end_threads() {
  for (std::size_t c = 0; c < access_classes; ++c) {
    for (std::uint64_t& count : running_[c]) {
      sums_[c].all += count;
      sums_[c].least = std::min(sums_[c].least, count);
      sums_[c].most = std::max(sums_[c].most, count);
      count = 0;
    }
  }
  ended_ += running_[0].size();
}

void access_counter::merge(const access_counter& other) {
  for (std::size_t c = 0; c < access_classes; ++c) {
    sums_[c].all += other.sums_[c].all;
    sums_[c].least = std::min(sums_[c].least, other.sums_[c].least);
    sums_[c].most = std::max(sums_[c].most, other.sums_[c].most);
  }
  ended_ += other.ended_;
}

access_counts access_counter::result(std::uint64_t threads) const {
  const auto per_thread = [&](access_class c) {
    const sum& s = sums_[static_cast<std::size_t>(c)];
    return count_per_thread{ended_ < threads ? 0 : s.least, s.most};
  };
  return {sums_[0].all,
          sums_[1].all,
          sums_[2].all,
          per_thread(access_class::read),
          per_thread(access_class::write),
          per_thread(access_class::atomic)};
}

void element_counter::merge(const element_counter& other) {
  for (std::size_t i = 0; i < std::min(elements_, other.elements_); ++i) {
    if (other.stamps_.get()[i] != 0) stamps_.get()[i] = other.stamps_.get()[i];
  }
  in_tiles_ += other.in_tiles_;
}

std::uint64_t element_counter::distinct() const {
  const std::uint32_t* const first = stamps_.get();
  return elements_ - static_cast<std::uint64_t>(std::count(first, first + elements_, 0u));
}

void row::merge(const row& other) {
  accesses.merge(other.accesses);
  elements.merge(other.elements);
  transactions += other.transactions;
  bank_conflicts += other.bank_conflicts;
  active += other.active;
  slots += other.slots;
}

line_counts row::result(const row_key& key, std::uint64_t threads) const {
  line_counts counts;
  counts.variable = key.variable;
  counts.is_tile_static = key.is_tile_static;
  counts.location = location;
  counts.accesses = accesses.result(threads);
  counts.distinct_elements = elements.distinct();
  counts.distinct_in_tiles = elements.distinct_in_tiles();
  counts.transactions = transactions;
  counts.bank_conflicts = bank_conflicts;
  counts.idle_share = slots == 0 ? 0 : 1 - static_cast<double>(active) / static_cast<double>(slots);
  return counts;
}

}  // namespace milliamp::detail::counts
