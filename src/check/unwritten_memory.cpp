#include "check/unwritten_memory.h"

#include "base/assert.h"
#include "base/immortal.h"
#include "base/memory_range.h"
#include "base/mutex.h"
#include "race/words.h"

#include <algorithm>
#include <cstring>

namespace milliamp::detail::check {

namespace {

/// The pattern of unwritten memory.
constexpr unsigned char filling = 0xCD;
constexpr std::uint32_t filled_word = filling * 0x01010101u;

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

// --- One range -----------------------------------------------------------------------------------

word_set::word_set(const void* begin, std::size_t size)
    : begin_(reinterpret_cast<std::uintptr_t>(begin)), size_(size) {}

void word_set::allocate() {
  if (written_ != nullptr) return;
  written_ = std::make_unique<std::atomic<std::uint64_t>[]>(elements());
  written_[0].fetch_or((std::uint64_t{1} << bit_of(0)) - 1);
  written_[elements() - 1].fetch_or(~std::uint64_t{0} << bit_of(words()) % 64);
}

std::pair<std::size_t, std::size_t> word_set::words_of(std::uintptr_t address,
                                                       std::size_t size) const {
  MILLIAMP_ASSERT(is_allocated());
  const std::uintptr_t offset = address - begin_;
  return {offset / 4, std::min((offset + size + 3) / 4, words())};
}

bool word_set::is_unwritten(std::uintptr_t address, std::size_t size) const {
  const auto [first, end] = words_of(address, size);
  for (std::size_t word = first; word < end; ++word) {
    if (is_word_written(word)) return false;
    const bool is_whole = word < size_ / 4;
    const auto* const contents = reinterpret_cast<const std::uint32_t*>(begin_) + word;
    if (is_whole && __atomic_load_n(contents, __ATOMIC_RELAXED) != filled_word) return false;
  }
  return true;
}

void word_set::set_written(std::size_t word, bool written) {
  const std::size_t bit = bit_of(word);
  if (written) {
    race::set_written(written_.get(), bit, 1);
  } else if (is_word_written(word)) {
    written_[bit / 64].fetch_and(~(std::uint64_t{1} << bit % 64), std::memory_order_relaxed);
  }
}

void word_set::record_write(std::uintptr_t address, std::size_t size) {
  const auto [first, end] = words_of(address, size);
  for (std::size_t word = first; word < end; ++word) set_written(word, true);
}

void word_set::record_copy(std::uintptr_t address, std::size_t size, const word_set& from,
                           std::uintptr_t from_address) {
  const auto [first, end] = words_of(address, size);
  for (std::size_t word = first; word < end; ++word) {
    set_written(word, !from.is_unwritten(from_address + (word - first) * 4, 4));
  }
}

void word_set::record_discard(std::uintptr_t address, std::size_t size) {
  const auto [first, end] = words_of(address, size);
  for (std::size_t word = first; word < end; ++word) set_written(word, false);
}

void word_set::record_write_of_all() {
  for (std::size_t i = 0; i < elements(); ++i) {
    written_[i].store(~std::uint64_t{0}, std::memory_order_relaxed);
  }
}

bool word_set::is_all_written() const {
  for (std::size_t i = 0; i < elements(); ++i) {
    if (~written_[i].load(std::memory_order_relaxed) != 0) return false;
  }
  return true;
}

// --- All ranges ----------------------------------------------------------------------------------

unwritten_memory::unwritten_memory(const void* begin, std::size_t size)
    : words_(std::make_shared<word_set>(begin, size)) {}

unwritten_memory::~unwritten_memory() { record_write_anywhere(); }

bool unwritten_memory::empty() const {
  range_registry& registry = base::only<range_registry>();
  const base::scoped_lock lock(registry.mutex);
  return !registry.has(words_);
}

void unwritten_memory::record_discard(void* begin, std::size_t size) {
  std::memset(begin, filling, size);
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

void unwritten_at_launch::record_update(std::uintptr_t address, std::size_t size) {
  const base::scoped_lock lock(mutex_);
  for (std::uintptr_t word = race::word_of(address); word < address + size; word += 4) {
    updated_.insert(word);
  }
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
