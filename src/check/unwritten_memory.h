/// @file
/// Memory of arrays and views that nobody has written yet, so that reads of it can be found.
///
/// Instrumented kernels tell what they write, and the library what it writes or lets the host
/// write. What others have written is known by its contents: unwritten memory is filled with a
/// value, and what has another one counts as written. A copy of unwritten memory has been written
/// as little as that. Most memory is written as a whole, by a copy or by a kernel, and is left out
/// then; so most launches find that there is none, and check nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace milliamp::detail::check {

/// A piece of memory with a bit for each word of 4 bytes: whether any of it has been written.
class word_set {
 public:
  /// Memory that begins at a multiple of 4. None of it has been written yet.
  word_set(const void* begin, std::size_t size);

  std::uintptr_t begin() const { return begin_; }
  std::size_t size() const { return size_; }
  bool contains(std::uintptr_t address) const { return address - begin_ < size_; }

  /// To be called before any of the following.
  void allocate();
  bool is_allocated() const { return written_ != nullptr; }
  /// Whether none of the words of a part has been written. The part begins in the memory. One of
  /// which some have been may be an object with gaps, which is copied as a whole.
  bool is_unwritten(std::uintptr_t address, std::size_t size) const;
  void record_write(std::uintptr_t address, std::size_t size);
  void record_discard(std::uintptr_t address, std::size_t size);
  /// A part has been copied from another set, word by word.
  void record_copy(std::uintptr_t address, std::size_t size, const word_set& from,
                   std::uintptr_t from_address);
  void record_write_of_all();
  bool is_all_written() const;

 private:
  std::size_t words() const { return (size_ + 3) / 4; }
  bool is_word_written(std::size_t word) const {
    return (written_[word / 64].load(std::memory_order_relaxed) >> word % 64 & 1) != 0;
  }
  void set_written(std::size_t word, bool written);
  /// The numbers of the first word of a part, and of the first behind it.
  std::pair<std::size_t, std::size_t> words_of(std::uintptr_t address, std::size_t size) const;

  std::uintptr_t begin_;
  std::size_t size_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> written_;
};

/// What of some memory nobody has written, for as long as it lives: at first, nothing.
class unwritten_memory {
 public:
  /// Of memory that begins at a multiple of 4.
  unwritten_memory(const void* begin, std::size_t size);
  ~unwritten_memory();
  unwritten_memory(const unwritten_memory&) = delete;
  unwritten_memory& operator=(const unwritten_memory&) = delete;

  bool is_any() const;

  /// The values of a part are undetermined from now on; it is filled with what stands for them.
  void record_discard(void* begin, std::size_t size);
  /// A part is written.
  void record_write(const void* begin, std::size_t size);
  /// Something that is not watched writes, nobody knows where.
  void record_write_anywhere();
  /// A part has been copied. @param source the memory that it comes from; null: nothing of that is
  /// unwritten
  void record_copy(const void* begin, std::size_t size, const unwritten_memory* source,
                   const void* from);

 private:
  friend class unwritten_at_launch;

  void begin_records();

  const std::shared_ptr<word_set> words_;
};

/// What was unwritten when a launch began, as its workers look at it, without a lock.
class unwritten_at_launch {
 public:
  unwritten_at_launch();
  ~unwritten_at_launch();
  unwritten_at_launch(const unwritten_at_launch&) = delete;
  unwritten_at_launch& operator=(const unwritten_at_launch&) = delete;

  bool empty() const { return all_.empty(); }
  /// The memory that an address is in; null if that has been written as a whole.
  word_set* find(std::uintptr_t address) const;
  /// A thread ends before its time: what it would have written counts as written, whatever it is.
  void forget() const;

 private:
  std::vector<std::shared_ptr<word_set>> all_;  ///< in the order of their addresses
};

}  // namespace milliamp::detail::check
