#include "check/unwritten_memory.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace milliamp::detail {

namespace {

/// What unwritten memory is filled with.
constexpr unsigned char filling = 0xCD;
constexpr std::uint32_t filled_word = filling * 0x01010101u;

/// All unwritten memory of the process.
struct table {
  std::mutex mutex;
  std::vector<std::shared_ptr<word_set>> all;

  static table& instance() {
    static table& only = *new table;
    return only;
  }
};

}  // namespace

// --- One piece of memory -------------------------------------------------------------------------

word_set::word_set(void* begin, std::size_t size)
    : begin_(reinterpret_cast<std::uintptr_t>(begin)), size_(size) {
  std::memset(begin, filling, size);
}

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
    const std::uint64_t written = written_[word / 64].load(std::memory_order_relaxed);
    if ((written >> word % 64 & 1) != 0) return false;
    const bool is_whole = word < size_ / 4;
    const auto* const contents = reinterpret_cast<const std::uint32_t*>(begin_) + word;
    if (is_whole && __atomic_load_n(contents, __ATOMIC_RELAXED) != filled_word) return false;
  }
  return true;
}

void word_set::note_write(std::uintptr_t address, std::size_t size) {
  const auto [first, end] = words_of(address, size);
  for (std::size_t word = first; word < end; ++word) {
    const std::uint64_t bit = std::uint64_t{1} << word % 64;
    std::atomic<std::uint64_t>& bits = written_[word / 64];
    if ((bits.load(std::memory_order_relaxed) & bit) == 0) {
      bits.fetch_or(bit, std::memory_order_relaxed);
    }
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

unwritten_memory::unwritten_memory(void* begin, std::size_t size)
    : words_(std::make_shared<word_set>(begin, size)) {
  const std::lock_guard lock(table::instance().mutex);
  table::instance().all.push_back(words_);
}

unwritten_memory::~unwritten_memory() {
  const std::lock_guard lock(table::instance().mutex);
  auto& all = table::instance().all;
  all.erase(std::remove(all.begin(), all.end(), words_), all.end());
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
    auto& all = table::instance().all;
    all.erase(std::remove(all.begin(), all.end(), words), all.end());
  }
}

word_set* unwritten_at_launch::find(std::uintptr_t address) const {
  const auto above = std::upper_bound(
      all_.begin(), all_.end(), address,
      [](std::uintptr_t a, const std::shared_ptr<word_set>& words) { return a < words->begin(); });
  if (above == all_.begin()) return nullptr;
  word_set* const words = std::prev(above)->get();
  return words->contains(address) ? words : nullptr;
}

}  // namespace milliamp::detail
