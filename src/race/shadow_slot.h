/// @file
/// The slots of a tile's shadow memory, for tile_static and global memory.
///
/// Each word of four bytes has four slots. A slot records that one call site accessed certain bytes
/// of the word in the current epoch with one kind of access, and up to two of the threads that did
/// so. Two are enough: they differ, so any later thread differs from at least one of them. Further
/// call sites go to an overflow list, so nothing is forgotten within an epoch. Slots of older
/// epochs are free: a barrier clears the shadow memory by incrementing the round.
#pragma once

#include "race/access.h"
#include "race/call_sites.h"

#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

/// A slot, packed into 64 bits:
///
///     63 62 | 61 … 48 | 47 … 24 | 23 … 20 | 19 … 10         | 9 … 0
///     kind  | round   | site    | bytes   | second ^ thread | thread
///
/// Kind, round, call site and bytes are the key of the slot. A slot with one thread has 0 in the
/// field of the second, so one subtraction decides whether an access adds anything; see covers().
class slot {
 public:
  static constexpr std::uint64_t last_round = (1u << 14) - 1;

  constexpr slot() = default;
  constexpr explicit slot(std::uint64_t bits) : bits_(bits) {}

  /// @param round from 1 to last_round; a slot with round 0 has never been used
  /// @param bytes one bit per byte of the word
  static constexpr slot make_key(report::access_kind kind, std::uint64_t round,
                                 std::uint64_t call_site, std::uint64_t bytes) {
    return slot(static_cast<std::uint64_t>(kind) << 62 | round << 48 | call_site << 24 |
                bytes << 20);
  }
  /// A slot without an access. As the first slot of a word, it makes all accesses to the word leave
  /// the short path.
  static constexpr slot make_watch(std::uint64_t round) {
    return make_key(report::access_kind::read, round, 0, 0);
  }
  /// The key of an access in the round of round_key, a key without call site and bytes.
  static constexpr slot make_key(report::access_kind kind, slot round_key, std::uint64_t call_site,
                                 std::uint64_t bytes) {
    return slot(round_key.bits_ | make_key(kind, 0, call_site, bytes).bits_);
  }
  constexpr slot with_thread(std::uint64_t thread) const { return slot(bits_ | thread); }
  /// The key of an access by one thread.
  constexpr slot without_thread() const { return slot(bits_ & ~first_field); }
  constexpr slot with_second_thread(std::uint64_t thread) const {
    return slot((bits_ & ~second_field) | (first_thread() ^ thread) << 10);
  }

  constexpr report::access_kind kind() const {
    return static_cast<report::access_kind>(bits_ >> 62);
  }
  constexpr std::uint64_t round() const { return bits_ >> 48 & last_round; }
  constexpr std::uint32_t call_site() const {
    return static_cast<std::uint32_t>(bits_ >> 24 & ((1u << call_site_bits) - 1));
  }
  constexpr unsigned bytes() const { return bits_ >> 20 & 15; }
  constexpr std::uint32_t first_thread() const { return bits_ & first_field; }
  constexpr std::uint32_t second_thread() const { return (bits_ >> 10 ^ bits_) & 1023; }

  constexpr bool is_watch() const { return bytes() == 0 && round() != 0; }
  constexpr bool has_key(slot key) const { return (bits_ ^ key.bits_) >> 20 == 0; }
  constexpr bool is_atomic() const { return race::is_atomic(kind()); }
  constexpr bool has_two_threads() const { return (bits_ & second_field) != 0; }
  /// Whether the slot already represents an access with this key by this thread.
  constexpr bool covers(slot key, std::uint32_t thread) const {
    const std::uint64_t difference = bits_ ^ key.bits_;
    constexpr std::uint64_t two_threads = 1 << 10, another_key = 1 << 20;
    return difference - two_threads < another_key - two_threads || difference == thread;
  }
  /// Whether the thread is one of the two that the slot names.
  constexpr bool names(std::uint32_t thread) const {
    return first_thread() == thread || second_thread() == thread;
  }
  /// Whether the slot has a thread other than this one.
  constexpr bool has_other_than(std::uint32_t thread) const {
    return (bits_ & (second_field | first_field)) != thread;
  }
  constexpr std::uint32_t other_than(std::uint32_t thread) const {
    return first_thread() != thread ? first_thread() : second_thread();
  }

 private:
  static constexpr std::uint64_t first_field = 1023;
  static constexpr std::uint64_t second_field = first_field << 10;

  std::uint64_t bits_ = 0;
};

/// Refers to the slots of one word. Used slots precede free ones. The first slots of neighbouring
/// words are neighbours, then come the second slots of these words, and so on: most accesses need
/// the first slot only, and find those of eight words in one cache line.
class shadow_cell {
 public:
  static constexpr unsigned slots = 4;

  /// @param stride the distance from a slot of the word to the next one
  shadow_cell(slot* first, std::size_t stride) : first_(first), stride_(stride) {}

  slot& operator[](unsigned number) const { return first_[number * stride_]; }
  /// Identifies the word.
  const slot* first() const { return first_; }
  void clear() const {
    for (unsigned i = 0; i < slots; ++i) (*this)[i] = slot();
  }

 private:
  slot* first_;
  std::size_t stride_;
};

}  // namespace milliamp::detail::race
