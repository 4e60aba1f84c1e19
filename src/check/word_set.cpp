#include "check/word_set.h"

#include "base/assert.h"
#include "race/access_set.h"

#include <algorithm>

namespace milliamp::detail::check {

namespace {

constexpr std::uint32_t filled_word = word_set::filling * 0x01010101u;

}  // namespace

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

}  // namespace milliamp::detail::check
