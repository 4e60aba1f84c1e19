#include "race/written_values.h"

#include "race/words.h"

#include <bit>

namespace milliamp::detail::race {

namespace {

/// Loads some bytes of a word; the other bytes of the result are 0.
std::uint32_t load_bytes(std::uintptr_t word, unsigned bytes) {
  std::uint32_t value = 0;
  for (unsigned left = bytes; left != 0; left &= left - 1) {
    const auto byte = static_cast<unsigned>(std::countr_zero(left));
    const auto* const address = reinterpret_cast<const std::uint8_t*>(word + byte);
    value |= std::uint32_t{__atomic_load_n(address, __ATOMIC_RELAXED)} << 8 * byte;
  }
  return value;
}

}  // namespace

void written_values::record_race(std::uintptr_t word, unsigned bytes,
                                 const access_log::fault_key& race, bool is_last) {
  watched_word& watched = words_[word];
  if (const unsigned more = bytes & ~watched.bytes; more != 0) {
    watched.agree = watched.agree && is_last;
    watched.value |= load_bytes(word, more);
    watched.bytes |= more;
  }
  watched.races.push_back(race);
}

void written_values::record_write(std::uintptr_t word) {
  const auto found = words_.find(word);
  if (found == words_.end()) return;
  watched_word& watched = found->second;
  if (!watched.agree && watched.races.empty()) return;
  watched.agree = watched.agree && load_bytes(word, watched.bytes) == watched.value;
  written_.push_back(word);
}

void written_values::compare(access_log& log) {
  for (const std::uintptr_t word : written_) {
    watched_word& watched = words_[word];
    watched.agree = watched.agree && load_bytes(word, watched.bytes) == watched.value;
    if (watched.agree) continue;
    for (const access_log::fault_key& race : watched.races) log.deny_same_value(race);
    watched.races.clear();
  }
  written_.clear();
}

void written_values::forget_within(const base::memory_range& memory) {
  const std::uintptr_t first = word_of(memory.begin);
  std::erase_if(words_, [&](const auto& w) { return w.first - first < memory.end() - first; });
}

}  // namespace milliamp::detail::race
