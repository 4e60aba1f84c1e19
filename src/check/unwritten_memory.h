/// @file
/// Memory of arrays and views that nobody has written yet, so that reads of it can be found.
///
/// Instrumented kernels tell what they write. What others have written is known by its contents:
/// unwritten memory is filled with a value, and what has another one counts as written. Most memory
/// is written as a whole, by a copy or by a kernel, and is forgotten then; so most launches find
/// that there is none, and check nothing.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace milliamp::detail {

/// A piece of memory with a bit for each word of 4 bytes: whether any of it has been written.
class word_set {
 public:
  /// Fills the memory, which begins at a multiple of 4.
  word_set(void* begin, std::size_t size);

  std::uintptr_t begin() const { return begin_; }
  bool contains(std::uintptr_t address) const { return address - begin_ < size_; }

  /// To be called before any of the following.
  void allocate();
  /// Whether none of the words of a part has been written. The part begins in the memory. One of
  /// which some have been may be an object with gaps, which is copied as a whole.
  bool is_unwritten(std::uintptr_t address, std::size_t size) const;
  void note_write(std::uintptr_t address, std::size_t size);
  bool is_all_written() const;

 private:
  std::size_t words() const { return (size_ + 3) / 4; }
  /// The numbers of the first word of a part, and of the first behind it.
  std::pair<std::size_t, std::size_t> words_of(std::uintptr_t address, std::size_t size) const;

  std::uintptr_t begin_;
  std::size_t size_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> written_;
};

/// Says of some memory, for as long as it lives, that nobody wrote to it before. The owner of the
/// memory ends it when something that is not watched writes, nobody knows where.
class unwritten_memory {
 public:
  /// Fills the memory with what stands for undetermined values.
  unwritten_memory(void* begin, std::size_t size);
  ~unwritten_memory();
  unwritten_memory(const unwritten_memory&) = delete;
  unwritten_memory& operator=(const unwritten_memory&) = delete;

 private:
  friend class unwritten_at_launch;

  const std::shared_ptr<word_set> words_;
};

/// What was unwritten when a launch began, as its workers look at it, without a lock.
class unwritten_at_launch {
 public:
  unwritten_at_launch();
  ~unwritten_at_launch();
  unwritten_at_launch(const unwritten_at_launch&) = delete;
  unwritten_at_launch& operator=(const unwritten_at_launch&) = delete;

  bool is_any() const { return !all_.empty(); }
  /// The memory that an address is in; null if that has been written as a whole.
  word_set* find(std::uintptr_t address) const;

 private:
  std::vector<std::shared_ptr<word_set>> all_;  ///< in the order of their addresses
};

}  // namespace milliamp::detail
