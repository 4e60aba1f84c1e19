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
#include "check/word_set.h"
#include "race/access_set.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_set>
#include <vector>

namespace milliamp::detail::check {

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
  /// @param words the range that contains the address; the access may extend beyond its end
  void record_update(const word_set& words, std::uintptr_t address, std::size_t size);
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
