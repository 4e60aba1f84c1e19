/// @file
/// The latest plain reads of a tile's threads that are not in shadow memory. Shadow memory names
/// two threads for each call site; the reads of the others are here. Later atomic operations of the
/// same thread may validate them (see validated_reads.h).
#pragma once

#include "race/row_read.h"
#include "race/shadow_slot.h"
#include "race/validated_reads.h"

#include <milliamp/detail/always_inline.h>
#include <milliamp/detail/tile.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::race {

class tile_reads {
 public:
  /// A tile begins. Its threads have one history if each runs without interruption until it waits
  /// at a barrier, and otherwise one each.
  void begin_tile(std::size_t histories) {
    if (histories_.size() < histories) histories_.resize(histories);
    own_history_ = histories == 1 ? 0 : ~thread_number{0};
  }

  /// @param key the key of the read of a word, with its round
  MILLIAMP_ALWAYS_INLINE void add(std::uintptr_t word, slot key, thread_number thread) {
    histories_[history_of(thread)].words.add({word, key.with_thread(thread)});
  }
  void add(const row_read& row) { histories_[history_of(row.access.first_thread())].rows.add(row); }
  /// Rounds are numbered from the beginning again.
  void forget() {
    for (history& h : histories_) h.words.added = h.rows.added = 0;
  }

  /// Whether a thread has read a word in this round, where a slot has two others.
  validated_reads::evidence evidence_of(std::uintptr_t word, slot read, std::uint32_t thread,
                                        std::uint64_t round) const {
    const auto is_of_thread = [&](slot access) {
      return access.first_thread() == thread && access.round() == round;
    };
    const auto is_it = [&](const auto& r) {
      return is_of_thread(r.access) && r.access.call_site() == read.call_site() && r.contains(word);
    };
    const history& h = histories_[history_of(thread)];
    if (h.words.has_any(is_it) || h.rows.has_any(is_it)) return validated_reads::evidence::certain;
    // Reads that have been dropped before one of another thread or round are not of this one.
    const auto is_of_other = [&](const auto& r) { return !is_of_thread(r.access); };
    const bool has_all = h.words.has_all(is_of_other) && h.rows.has_all(is_of_other);
    return has_all ? validated_reads::evidence::none : validated_reads::evidence::perhaps;
  }

 private:
  struct word_read {
    std::uintptr_t word;
    slot access;  ///< the access, with its thread

    bool contains(std::uintptr_t w) const { return word == w; }
  };

  /// The latest elements that have been added.
  template <class T, std::size_t Size>
  struct latest {
    std::array<T, Size> elements;
    std::size_t added = 0;

    MILLIAMP_ALWAYS_INLINE void add(const T& element) { elements[added++ % Size] = element; }
    template <class Predicate>
    bool has_any(Predicate is_it) const {
      return std::any_of(elements.begin(), elements.begin() + std::min(added, Size), is_it);
    }
    /// Whether nothing has been dropped, or only elements before one that is_earlier.
    template <class Predicate>
    bool has_all(Predicate is_earlier) const {
      return added <= Size || is_earlier(elements[added % Size]);
    }
  };

  struct history {
    latest<word_read, 64> words;
    latest<row_read, 16> rows;
  };

  /// The index of the history of a thread.
  MILLIAMP_ALWAYS_INLINE std::size_t history_of(thread_number thread) const {
    return thread & own_history_;
  }

  std::vector<history> histories_ = std::vector<history>(1);
  thread_number own_history_ = 0;  ///< 0 if all threads have one history, otherwise all bits
};

}  // namespace milliamp::detail::race
