/// @file
/// Shadow memory: what the race detector remembers of each word of four bytes.
///
/// A word has four slots. A slot stands for one place in the code that has accessed some of the
/// word's bytes in the current epoch, in one way, and for up to two of the threads that did so. Two
/// are enough: whatever thread comes later, one of the two is another. Places beyond four go to a
/// list of overflows, so nothing is ever forgotten within an epoch; slots of older epochs are
/// free, so a barrier clears all shadow memory by counting rounds on.
#pragma once

#include "race/access.h"
#include "race/call_sites.h"

#include <array>
#include <cstdint>

namespace milliamp::detail::race {

/// A slot, packed into 64 bits:
///
///     63 62 | 61 … 48 | 47 … 24 | 23 … 20 | 19 … 10         | 9 … 0
///     kind  | round   | site    | bytes   | second ^ thread | thread
///
/// Kind, round, site and bytes are the slot's key. With one thread, the second is the first, and
/// its field 0: so a difference to a key tells at once what an access would add, see covers().
class slot {
 public:
  static constexpr std::uint64_t last_round = (1u << 14) - 1;

  constexpr slot() = default;
  constexpr explicit slot(std::uint64_t bits) : bits_(bits) {}

  /// @param round from 1 to last_round; a slot with round 0 has never been used
  /// @param bytes a bit for each byte of the word
  static constexpr slot make_key(report::access_kind kind, std::uint64_t round, std::uint64_t site,
                                 std::uint64_t bytes) {
    return slot(static_cast<std::uint64_t>(kind) << 62 | round << 48 | site << 24 | bytes << 20);
  }
  /// A slot that stands for no access: as the first of a word, it makes every access look at all
  /// slots.
  static constexpr slot make_watch(std::uint64_t round) {
    return make_key(report::access_kind::read, round, 0, 0);
  }
  /// The key of an access in the same round. @param round_key one of no site and no bytes
  static constexpr slot make_key(report::access_kind kind, slot round_key, std::uint64_t site,
                                 std::uint64_t bytes) {
    return slot(round_key.bits_ | make_key(kind, 0, site, bytes).bits_);
  }
  constexpr slot with_thread(std::uint64_t thread) const { return slot(bits_ | thread); }
  constexpr slot with_second_thread(std::uint64_t thread) const {
    return slot((bits_ & ~second_field) | (first_thread() ^ thread) << 10);
  }

  constexpr report::access_kind kind() const {
    return static_cast<report::access_kind>(bits_ >> 62);
  }
  constexpr std::uint64_t round() const { return bits_ >> 48 & last_round; }
  constexpr std::uint32_t site() const {
    return static_cast<std::uint32_t>(bits_ >> 24 & ((1u << site_bits) - 1));
  }
  constexpr unsigned bytes() const { return bits_ >> 20 & 15; }
  constexpr std::uint32_t first_thread() const { return bits_ & 1023; }
  constexpr std::uint32_t second_thread() const { return (bits_ >> 10 ^ bits_) & 1023; }

  constexpr bool is_watch() const { return bytes() == 0 && round() != 0; }
  constexpr bool has_key(slot key) const { return (bits_ ^ key.bits_) >> 20 == 0; }
  constexpr bool has_two_threads() const { return (bits_ & second_field) != 0; }
  /// Whether an access with the key by the thread adds nothing to what the slot says.
  constexpr bool covers(slot key, std::uint32_t thread) const {
    const std::uint64_t difference = bits_ ^ key.bits_;
    constexpr std::uint64_t two_threads = 1 << 10, another_key = 1 << 20;
    return difference - two_threads < another_key - two_threads || difference == thread;
  }
  /// Whether some thread of the slot is not this one.
  constexpr bool has_other_than(std::uint32_t thread) const {
    return first_thread() != thread || second_thread() != thread;
  }
  constexpr std::uint32_t other_than(std::uint32_t thread) const {
    return first_thread() != thread ? first_thread() : second_thread();
  }

 private:
  static constexpr std::uint64_t second_field = std::uint64_t{1023} << 10;

  std::uint64_t bits_ = 0;
};

/// The slots of one word; used from the front, so that a free one is followed by free ones only.
struct shadow_cell {
  std::array<slot, 4> slots;
};

}  // namespace milliamp::detail::race
