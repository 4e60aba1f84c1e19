/// @file
/// Numbers for places in the code, short enough for shadow memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail {

/// The bits that a number has.
inline constexpr unsigned site_bits = 24;

/// The number of a return address; places are numbered as they are met. Takes a lock.
std::uint32_t site_number_of(const void* return_address);

/// The return address that was given that number.
const void* site_address_of(std::uint32_t number);

/// The numbers of the places that one worker has met lately.
class site_cache {
 public:
  struct entry {
    const void* address;
    std::uint32_t number;
  };

  /// The only entry that can be the place's; it is if it has its address.
  entry& entry_of(const void* return_address) {
    const auto a = reinterpret_cast<std::uintptr_t>(return_address);
    return entries_[(a ^ a >> 10) % entries_.size()];
  }

  void clear() { entries_ = {}; }

 private:
  std::array<entry, 1024> entries_{};
};

}  // namespace milliamp::detail
