/// @file
/// Numbers of call sites, short enough for shadow memory. A call site is a return address with a
/// call stack, so an access in a function with two callers has two call sites, and leads to two
/// findings.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

inline constexpr unsigned call_site_bits = 24;  ///< in a call site number

/// The key that identifies a call site.
/// @param call_stack_id see call_stacks::call_stack_id()
inline std::uintptr_t call_site_key(const void* return_address, std::uintptr_t call_stack_id) {
  return reinterpret_cast<std::uintptr_t>(return_address) ^ call_stack_id;
}

/// Returns the number of a call site. New call sites get the next number. Takes a lock.
std::uint32_t call_site_number(const void* return_address, std::uintptr_t call_stack_id);

/// Returns the return address of a numbered call site. Takes a lock.
const void* call_site_address(std::uint32_t number);

/// Direct-mapped cache of the call sites that one worker used recently.
class call_site_cache {
 public:
  struct entry {
    std::uintptr_t key;
    std::uint32_t number;
  };

  /// The only entry that may hold the key. The caller compares the keys.
  entry& entry_of(std::uintptr_t key) { return entries_[slot_of(key)]; }
  const entry& entry_of(std::uintptr_t key) const { return entries_[slot_of(key)]; }

  void clear() { entries_ = {}; }

 private:
  std::size_t slot_of(std::uintptr_t key) const { return (key ^ key >> 10) % entries_.size(); }

  std::array<entry, 1024> entries_{};
};

}  // namespace milliamp::detail::race
