#include "check/unwritten_memory.h"

#include "base/immortal.h"
#include "base/memory_range.h"
#include "base/mutex.h"
#include "race/words.h"

#include <algorithm>
#include <cstring>

namespace milliamp::detail::check {

namespace {

/// All memory ranges of the process that may have unwritten words.
struct range_registry {
  base::mutex mutex;
  std::vector<std::shared_ptr<word_set>> ranges MILLIAMP_GUARDED_BY(mutex);

  bool has(const std::shared_ptr<word_set>& words) const MILLIAMP_REQUIRES(mutex) {
    return std::find(ranges.begin(), ranges.end(), words) != ranges.end();
  }
  void remove(const std::shared_ptr<word_set>& words) MILLIAMP_REQUIRES(mutex) {
    std::erase(ranges, words);
  }
  /// Prepares a range for records about parts of it.
  void begin_records(const std::shared_ptr<word_set>& words) MILLIAMP_REQUIRES(mutex) {
    words->allocate();
    if (has(words)) return;
    words->record_write_of_all();
    ranges.push_back(words);
  }
};

}  // namespace

unwritten_memory::unwritten_memory(const void* begin, std::size_t size)
    : words_(std::make_shared<word_set>(begin, size)) {}

unwritten_memory::~unwritten_memory() { record_write_anywhere(); }

bool unwritten_memory::empty() const {
  range_registry& registry = base::only<range_registry>();
  const base::scoped_lock lock(registry.mutex);
  return !registry.has(words_);
}

void unwritten_memory::record_discard(void* begin, std::size_t size) {
  std::memset(begin, word_set::filling, size);
  range_registry& registry = base::only<range_registry>();
  const base::scoped_lock lock(registry.mutex);
  if (size == words_->size() && !registry.has(words_) && !words_->is_allocated()) {
    registry.ranges.push_back(words_);  // allocated later: most memory is soon written completely
    return;
  }
  registry.begin_records(words_);
  words_->record_discard(reinterpret_cast<std::uintptr_t>(begin), size);
}

void unwritten_memory::record_write(const void* begin, std::size_t size) {
  if (size == words_->size()) return record_write_anywhere();
  range_registry& registry = base::only<range_registry>();
  const base::scoped_lock lock(registry.mutex);
  if (!registry.has(words_)) return;
  words_->allocate();
  words_->record_write(reinterpret_cast<std::uintptr_t>(begin), size);
}

void unwritten_memory::record_write_anywhere() {
  range_registry& registry = base::only<range_registry>();
  const base::scoped_lock lock(registry.mutex);
  registry.remove(words_);
}

void unwritten_memory::record_copy(const void* begin, std::size_t size,
                                   const unwritten_memory* source, const void* from) {
  // Elements of arrays consist of aligned words. Other copies count as writes.
  const bool is_of_words = reinterpret_cast<std::uintptr_t>(begin) % 4 == 0 &&
                           reinterpret_cast<std::uintptr_t>(from) % 4 == 0 && size % 4 == 0;
  if (source == nullptr || !is_of_words || source->empty()) return record_write(begin, size);
  range_registry& registry = base::only<range_registry>();
  const base::scoped_lock lock(registry.mutex);
  source->words_->allocate();
  registry.begin_records(words_);
  words_->record_copy(reinterpret_cast<std::uintptr_t>(begin), size, *source->words_,
                      reinterpret_cast<std::uintptr_t>(from));
}

unwritten_at_launch::unwritten_at_launch() {
  {
    range_registry& registry = base::only<range_registry>();
    const base::scoped_lock lock(registry.mutex);
    ranges_ = registry.ranges;
    for (const std::shared_ptr<word_set>& words : ranges_) words->allocate();
  }
  std::sort(ranges_.begin(), ranges_.end(),
            [](const auto& a, const auto& b) { return a->begin() < b->begin(); });
}

unwritten_at_launch::~unwritten_at_launch() {
  for (const std::uintptr_t word : updated_) find(word)->record_write(word, 4);
  for (const std::shared_ptr<word_set>& words : ranges_) {
    if (has_lost_writes_) words->record_write_of_all();
    if (!words->is_all_written()) continue;
    range_registry& registry = base::only<range_registry>();
    const base::scoped_lock lock(registry.mutex);
    registry.remove(words);
  }
}

word_set* unwritten_at_launch::last_before(std::uintptr_t end) const {
  const auto above = std::lower_bound(
      ranges_.begin(), ranges_.end(), end,
      [](const std::shared_ptr<word_set>& words, std::uintptr_t e) { return words->begin() < e; });
  return above == ranges_.begin() ? nullptr : std::prev(above)->get();
}

word_set* unwritten_at_launch::find(std::uintptr_t address) const {
  word_set* const words = last_before(address + 1);
  return words != nullptr && words->contains(address) ? words : nullptr;
}

void unwritten_at_launch::record_update(const word_set& words, std::uintptr_t address,
                                        std::size_t size) {
  const std::uintptr_t end = std::min(address + size, words.begin() + words.size());
  const base::scoped_lock lock(mutex_);
  for (std::uintptr_t word = race::word_of(address); word < end; word += 4) updated_.insert(word);
}

bool unwritten_at_launch::is_updated(std::uintptr_t address) const {
  const base::scoped_lock lock(mutex_);
  return updated_.contains(race::word_of(address));
}

bool unwritten_at_launch::overlaps(const base::memory_range& memory) const {
  const word_set* const words = last_before(memory.end());
  return words != nullptr && memory.overlaps({words->begin(), words->size()});
}

race::page_use unwritten_at_launch::use_of_page(std::uintptr_t number) const {
  const base::memory_range page(race::page::begin(number), race::page::size);
  if (!overlaps(page)) return {.opens_short_path = true};
  word_set* const words = last_before(page.end());
  // Other memory in the page has no bits.
  if (!words->contains(page.begin) || !words->contains(page.end() - 1)) return {};
  return {.opens_short_path = true, .written = words->bits_of_page(number)};
}

}  // namespace milliamp::detail::check
