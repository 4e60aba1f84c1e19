#include "check/shared_values.h"

#include "check/written_values.h"

namespace milliamp::detail {

bool shared_values::note_race(std::uintptr_t word, unsigned bytes,
                              const access_log::fault_key& race) {
  const std::lock_guard lock(mutex_);
  auto known = words_.find(word);
  if (known == words_.end()) {
    if (words_.size() == most_words) return false;
    known = words_.try_emplace(word).first;
  }
  shared_word& shared = known->second;
  look_at(word, shared);
  const unsigned more = bytes & ~shared.bytes;
  shared.value |= load_bytes(word, more);
  shared.bytes |= more;
  if (shared.agree) shared.races.push_back(race);
  return shared.agree;
}

void shared_values::note_write(std::uintptr_t word) {
  const std::lock_guard lock(mutex_);
  if (const auto known = words_.find(word); known != words_.end()) look_at(word, known->second);
}

bool shared_values::knows(std::uintptr_t word) const {
  const std::lock_guard lock(mutex_);
  return words_.contains(word);
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

void shared_values::deny_different(access_log& log) {
  forget_within(0, SIZE_MAX);
  for (const access_log::fault_key& race : different_) log.deny_same_value(race);
  different_.clear();
}

void shared_values::look_at(std::uintptr_t word, shared_word& shared) {
  shared.agree = shared.agree && load_bytes(word, shared.bytes) == shared.value;
}

/// The same when the memory may have been given back since.
bool shared_values::agrees_still(std::uintptr_t word, const shared_word& shared) {
  return shared.agree && load_bytes_if_any(word, shared.bytes) == shared.value;
}

}  // namespace milliamp::detail
