/// @file
/// The table of all device_objects, by address.
#pragma once

#include "base/immortal.h"
#include "base/mutex.h"

#include <milliamp/detail/device_object.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace milliamp::detail {

/// A hash table. The objects are the nodes of its chains, so it never allocates.
class device_object_table {
 public:
  static device_object_table& instance();

  void add(device_object& added) noexcept;
  void remove(device_object& removed) noexcept;

  /// Calls function(found) for each device_object to which a word of the object points.
  template <class Function>
  void for_each_in(const void* object, std::size_t size, Function function) const {
    if (size_.load(std::memory_order_relaxed) == 0) return;
    const base::shared_lock lock(mutex_);
    for (std::size_t at = 0; at + sizeof(void*) <= size; at += sizeof(void*)) {
      const void* word;
      std::memcpy(&word, static_cast<const std::byte*>(object) + at, sizeof word);
      for (const device_object* candidate = first_[chain_of(word)]; candidate != nullptr;
           candidate = candidate->next_) {
        if (candidate == word) function(*candidate);
      }
    }
  }

 private:
  friend class base::immortal<device_object_table>;

  device_object_table() = default;

  static constexpr std::size_t chains = 1024;

  static std::size_t chain_of(const void* address) {
    const auto number = reinterpret_cast<std::uintptr_t>(address);
    return (number * 0x9E37'79B9'7F4A'7C15u) >> 54;
  }
  static_assert(chains == std::size_t{1} << (64 - 54));

  device_object*& first_at(const void* address) MILLIAMP_REQUIRES(mutex_) {
    return first_[chain_of(address)];
  }

  mutable base::shared_mutex mutex_;
  std::atomic<std::size_t> size_{0};
  device_object* first_[chains] MILLIAMP_GUARDED_BY(mutex_) = {};
};

}  // namespace milliamp::detail
