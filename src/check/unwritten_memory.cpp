#include "check/unwritten_memory.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace milliamp::detail::check {

namespace {

/// What unwritten memory is filled with.
constexpr unsigned char filling = 0xCD;
constexpr std::uint32_t filled_word = filling * 0x01010101u;

/// All memory of the process of which some may be unwritten.
struct table {
  std::mutex mutex;
  std::vector<std::shared_ptr<word_set>> all;

  static table& instance() {
    static table& only = *new table;
    return only;
  }

  bool has(const std::shared_ptr<word_set>& words) const {
    return std::find(all.begin(), all.end(), words) != all.end();
  }
  void remove(const std::shared_ptr<word_set>& words) {
    all.erase(std::remove(all.begin(), all.end(), words), all.end());
  }
};

}  // namespace

// --- One piece of memory -------------------------------------------------------------------------

word_set::word_set(const void* begin, std::size_t size)
    : begin_(reinterpret_cast<std::uintptr_t>(begin)), size_(size) {}

void word_set::allocate() {
  if (written_ == nullptr) {
    written_ = std::make_unique<std::atomic<std::uint64_t>[]>(words() / 64 + 1);
  }
}

std::pair<std::size_t, std::size_t> word_set::words_of(std::uintptr_t address,
                                                       std::size_t size) const {
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
  if (is_word_written(word) == written) return;
  const std::uint64_t bit = std::uint64_t{1} << word % 64;
  std::atomic<std::uint64_t>& bits = written_[word / 64];
  if (written) {
    bits.fetch_or(bit, std::memory_order_relaxed);
  } else {
    bits.fetch_and(~bit, std::memory_order_relaxed);
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
  for (std::size_t i = 0; i <= words() / 64; ++i) {
    written_[i].store(~std::uint64_t{0}, std::memory_order_relaxed);
  }
}

bool word_set::is_all_written() const {
  for (std::size_t i = 0; i < words() / 64; ++i) {
    if (~written_[i].load(std::memory_order_relaxed) != 0) return false;
  }
  const std::uint64_t rest = (std::uint64_t{1} << words() % 64) - 1;
  return (~written_[words() / 64].load(std::memory_order_relaxed) & rest) == 0;
}

// --- All of it -----------------------------------------------------------------------------------

unwritten_memory::unwritten_memory(const void* begin, std::size_t size)
    : words_(std::make_shared<word_set>(begin, size)) {}

unwritten_memory::~unwritten_memory() { record_write_anywhere(); }

bool unwritten_memory::is_any() const {
  const std::lock_guard lock(table::instance().mutex);
  return table::instance().has(words_);
}

/// Called under the table's lock, before notes about parts of the memory are made.
void unwritten_memory::begin_records() {
  words_->allocate();
  if (table::instance().has(words_)) return;
  words_->record_write_of_all();
  table::instance().all.push_back(words_);
}

void unwritten_memory::record_discard(void* begin, std::size_t size) {
  std::memset(begin, filling, size);
  table& known = table::instance();
  const std::lock_guard lock(known.mutex);
  if (size == words_->size() && !known.has(words_) && !words_->is_allocated()) {
    known.all.push_back(words_);  // most new memory is written before notes are needed
    return;
  }
  begin_records();
  words_->record_discard(reinterpret_cast<std::uintptr_t>(begin), size);
}

void unwritten_memory::record_write(const void* begin, std::size_t size) {
  if (size == words_->size()) return record_write_anywhere();
  const std::lock_guard lock(table::instance().mutex);
  if (!table::instance().has(words_)) return;
  begin_records();
  words_->record_write(reinterpret_cast<std::uintptr_t>(begin), size);
}

void unwritten_memory::record_write_anywhere() {
  const std::lock_guard lock(table::instance().mutex);
  table::instance().remove(words_);
}

void unwritten_memory::record_copy(const void* begin, std::size_t size,
                                   const unwritten_memory* source, const void* from) {
  // What lies otherwise in its words is no element of an array.
  const bool is_of_words = reinterpret_cast<std::uintptr_t>(begin) % 4 == 0 &&
                           reinterpret_cast<std::uintptr_t>(from) % 4 == 0 && size % 4 == 0;
  if (source == nullptr || !is_of_words || !source->is_any()) return record_write(begin, size);
  const std::lock_guard lock(table::instance().mutex);
  source->words_->allocate();
  begin_records();
  words_->record_copy(reinterpret_cast<std::uintptr_t>(begin), size, *source->words_,
                      reinterpret_cast<std::uintptr_t>(from));
}

unwritten_at_launch::unwritten_at_launch() {
  {
    const std::lock_guard lock(table::instance().mutex);
    all_ = table::instance().all;
    for (const std::shared_ptr<word_set>& words : all_) words->allocate();
  }
  std::sort(all_.begin(), all_.end(),
            [](const auto& a, const auto& b) { return a->begin() < b->begin(); });
}

unwritten_at_launch::~unwritten_at_launch() {
  for (const std::shared_ptr<word_set>& words : all_) {
    if (!words->is_all_written()) continue;
    const std::lock_guard lock(table::instance().mutex);
    table::instance().remove(words);
  }
}

void unwritten_at_launch::forget() const {
  for (const std::shared_ptr<word_set>& words : all_) words->record_write_of_all();
}

word_set* unwritten_at_launch::find(std::uintptr_t address) const {
  const auto above = std::upper_bound(
      all_.begin(), all_.end(), address,
      [](std::uintptr_t a, const std::shared_ptr<word_set>& words) { return a < words->begin(); });
  if (above == all_.begin()) return nullptr;
  word_set* const words = std::prev(above)->get();
  return words->contains(address) ? words : nullptr;
}

}  // namespace milliamp::detail::check
