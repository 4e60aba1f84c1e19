/// @file
/// Numbers for places in the code, short enough for shadow memory. What a function does is at as
/// many places as there are ways to call it: each leads to a finding of its own.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

/// The bits that a number has.
inline constexpr unsigned site_bits = 24;

/// What tells one place from another. @param chain that of the calls (see tile_calls)
inline std::uintptr_t call_site_key(const void* return_address, std::uintptr_t call_stack_id) {
  return reinterpret_cast<std::uintptr_t>(return_address) ^ call_stack_id;
}

/// The number of a place; places are numbered as they are met. Takes a lock.
std::uint32_t call_site_number(const void* return_address, std::uintptr_t call_stack_id);

/// The return address of the place that was given that number.
const void* call_site_address(std::uint32_t number);

/// The numbers of the places that one worker has met lately.
class call_site_cache {
 public:
  struct entry {
    std::uintptr_t key;
    std::uint32_t number;
  };

  /// The only entry that can be the place's; it is if it has its key.
  entry& entry_of(std::uintptr_t key) { return entries_[slot_of(key)]; }
  const entry& entry_of(std::uintptr_t key) const { return entries_[slot_of(key)]; }

  void clear() { entries_ = {}; }

 private:
  std::size_t slot_of(std::uintptr_t key) const { return (key ^ key >> 10) % entries_.size(); }

  std::array<entry, 1024> entries_{};
};

}  // namespace milliamp::detail::race
