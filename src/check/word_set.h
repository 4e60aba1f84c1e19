/// @file
/// Which words of a memory range have been written.
#pragma once

#include "race/memory_unit.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace milliamp::detail::check {

/// A memory range with a bit for each word of 4 bytes: whether any of its bytes has been written.
class word_set {
 public:
  /// The byte that unwritten memory is filled with.
  static constexpr unsigned char filling = 0xCD;

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

}  // namespace milliamp::detail::check
