/// @file
/// The unwritten memory of arrays and views, to detect reads of it.
///
/// Instrumented kernels report their writes, and the library records those of its own and of the
/// host through views. Writes by other code show in the contents: unwritten memory is filled with a
/// pattern, and words with other values count as written. Copies of unwritten words are unwritten.
/// Memory that has been written completely is no longer tracked, so most launches find no
/// unwritten memory and check nothing.
#pragma once

#include "base/memory_range.h"
#include "base/mutex.h"
#include "race/access_set.h"
#include "race/memory_unit.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_set>
#include <utility>
#include <vector>

namespace milliamp::detail::check {

/// A memory range with a bit for each word of 4 bytes: whether any of its bytes has been written.
class word_set {
 public:
  /// An unwritten range that begins at a multiple of 4.
  word_set(const void* begin, std::size_t size);

  std::uintptr_t begin() const { return begin_; }
  std::size_t size() const { return size_; }
  bool contains(std::uintptr_t address) const { return address - begin_ < size_; }

  /// Allocates the bits, which all functions below need.
  void allocate();
  bool is_allocated() const { return written_ != nullptr; }
  /// Whether no word of a part has been written. The part begins in the range.
  bool is_unwritten(std::uintptr_t address, std::size_t size) const;
  /// Whether a write to the word of an address has been recorded.
  bool is_recorded(std::uintptr_t address) const { return is_word_written((address - begin_) / 4); }
  void record_write(std::uintptr_t address, std::size_t size);
  void record_discard(std::uintptr_t address, std::size_t size);
  /// A part has been copied from another range. Copies the bits.
  void record_copy(std::uintptr_t address, std::size_t size, const word_set& from,
                   std::uintptr_t from_address);
  void record_write_of_all();
  bool is_all_written() const;
  /// The bits of a page that lies completely in the range.
  std::atomic<std::uint64_t>* bits_of_page(std::uintptr_t number) {
    return &written_[(race::page::begin(number) - begin_of_bits()) / bytes_in_element];
  }

 private:
  /// The bytes whose words have their bits in one element of `written_`.
  static constexpr std::size_t bytes_in_element = 64 * 4;

  std::size_t words() const { return (size_ + 3) / 4; }
  /// The address whose word has the first bit. It is aligned, so that whole elements belong to a
  /// page.
  std::uintptr_t begin_of_bits() const { return begin_ - begin_ % bytes_in_element; }
  std::size_t elements() const { return bit_of(words()) / 64 + 1; }
  /// The number of the bit of a word of the range.
  std::size_t bit_of(std::size_t word) const { return begin_ % bytes_in_element / 4 + word; }
  bool is_word_written(std::size_t word) const {
    const std::size_t bit = bit_of(word);
    return (written_[bit / 64].load(std::memory_order_relaxed) >> bit % 64 & 1) != 0;
  }
  void set_written(std::size_t word, bool written);
  /// The indices of the first word of a part and of the word after its last one.
  std::pair<std::size_t, std::size_t> words_of(std::uintptr_t address, std::size_t size) const;

  std::uintptr_t begin_;
  std::size_t size_;
  /// A bit for each word. Those of other words than the range's are set.
  std::unique_ptr<std::atomic<std::uint64_t>[]> written_;
};

/// Tracks the unwritten words of a memory range during its lifetime. At first, all are written.
class unwritten_memory {
 public:
  /// @param begin a multiple of 4
  unwritten_memory(const void* begin, std::size_t size);
  ~unwritten_memory();
  unwritten_memory(const unwritten_memory&) = delete;
  unwritten_memory& operator=(const unwritten_memory&) = delete;

  /// Whether all words have been written.
  bool empty() const;

  /// The values of a part become undefined. Fills it with the pattern of unwritten memory.
  void record_discard(void* begin, std::size_t size);
  void record_write(const void* begin, std::size_t size);
  /// Code that is not instrumented may write to any word.
  void record_write_anywhere();
  /// A part has been copied.
  /// @param source the record of the memory at `from`; null: all of that has been written
  void record_copy(const void* begin, std::size_t size, const unwritten_memory* source,
                   const void* from);

 private:
  const std::shared_ptr<word_set> words_;
};

/// The unwritten memory at the beginning of a launch. Its workers use it without a lock, unless
/// they find a fault.
class unwritten_at_launch {
 public:
  unwritten_at_launch();
  ~unwritten_at_launch();
  unwritten_at_launch(const unwritten_at_launch&) = delete;
  unwritten_at_launch& operator=(const unwritten_at_launch&) = delete;

  bool empty() const { return ranges_.empty(); }
  /// Whether any of a range may be unwritten.
  bool overlaps(const base::memory_range& memory) const;
  /// The range that contains an address; null if it has been written completely.
  word_set* find(std::uintptr_t address) const;
  /// An atomic operation changes unwritten words. Their values stay undefined until they are
  /// written.
  void record_update(std::uintptr_t address, std::size_t size);
  bool is_updated(std::uintptr_t address) const;
  /// How accesses to a page that is global memory may take the short path.
  race::page_use use_of_page(std::uintptr_t number) const;
  /// A thread was ended before its writes. Other threads of the launch cannot rely on those, but
  /// later launches can: for them, all memory counts as written.
  void forget() { has_lost_writes_.store(true, std::memory_order_relaxed); }

 private:
  /// The last range that begins before an address; null: there is none.
  word_set* last_before(std::uintptr_t end) const;

  std::vector<std::shared_ptr<word_set>> ranges_;  ///< sorted by address
  mutable base::mutex mutex_;
  /// Words that only atomic operations have changed. For later launches, they count as written.
  std::unordered_set<std::uintptr_t> updated_ MILLIAMP_GUARDED_BY(mutex_);
  std::atomic<bool> has_lost_writes_{false};
};

}  // namespace milliamp::detail::check
