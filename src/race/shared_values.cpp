#include "race/shared_values.h"

#include "race/written_values.h"

#include <algorithm>

namespace milliamp::detail::race {

bool shared_values::add(std::uintptr_t word) {
  const std::lock_guard lock(mutex_);
  if (words_.size() == most_words) return words_.contains(word);
  words_.try_emplace(word);
  return true;
}

bool shared_values::knows(std::uintptr_t word) const {
  const std::lock_guard lock(mutex_);
  return words_.contains(word);
}

bool shared_values::is_settled(std::uintptr_t word) const {
  const std::lock_guard lock(mutex_);
  const auto known = words_.find(word);
  return known != words_.end() && known->second.is_settled;
}

void shared_values::look_at(std::uintptr_t word, unsigned bytes) {
  const std::lock_guard lock(mutex_);
  const auto known = words_.find(word);
  if (known == words_.end()) return;
  shared_word& shared = known->second;
  shared.is_settled = true;
  shared.agree = shared.agree && load_bytes(word, shared.bytes) == shared.value;
  const unsigned more = bytes & ~shared.bytes;
  shared.value |= load_bytes(word, more);
  shared.bytes |= more;
}

bool shared_values::record_race(std::uintptr_t word, const access_log::fault_key& race) {
  const std::lock_guard lock(mutex_);
  const auto known = words_.find(word);
  if (known == words_.end() || !known->second.agree) return false;
  std::vector<access_log::fault_key>& races = known->second.races;
  if (std::find(races.begin(), races.end(), race) == races.end()) races.push_back(race);
  return true;
}

void shared_values::forget_within(std::uintptr_t begin, std::size_t size) {
  const std::uintptr_t first = begin & ~std::uintptr_t{3};
  const std::lock_guard lock(mutex_);
  std::erase_if(words_, [&](const auto& known) {
    const auto& [word, shared] = known;
    if (word - first >= begin + size - first) return false;
    if (!agrees_still(word, shared)) {
      different_.insert(different_.end(), shared.races.begin(), shared.races.end());
    }
    return true;
  });
}

void shared_values::deny_different(access_log& log, bool is_sure) {
  const std::lock_guard lock(mutex_);
  for (const auto& [word, shared] : words_) {
    if (is_sure && agrees_still(word, shared)) continue;
    different_.insert(different_.end(), shared.races.begin(), shared.races.end());
  }
  words_.clear();
  for (const access_log::fault_key& race : different_) log.deny_same_value(race);
  different_.clear();
}

/// The memory may have been given back since.
bool shared_values::agrees_still(std::uintptr_t word, const shared_word& shared) {
  return shared.agree && load_bytes_if_any(word, shared.bytes) == shared.value;
}

}  // namespace milliamp::detail::race
