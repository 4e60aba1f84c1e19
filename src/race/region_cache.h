/// @file
/// The regions of global shadow memory that one worker has used lately.
#pragma once

#include "base/scoped_ignore.h"
#include "race/global_shadow.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

class region_cache {
 public:
  void clear() { regions_.fill({}); }

  /// The shadow memory of a word; its region is null when the cache does not have it.
  global_word cached(std::uintptr_t word) const {
    const std::uintptr_t number = word >> shadow_region::bits;
    const entry& known = regions_[number % regions_.size()];
    return {known.number == number ? known.region : nullptr, word / 4 % shadow_region::words};
  }

  /// The same with a region that is never null: takes it from the launch's shadow memory.
  global_word find(std::uintptr_t word, global_shadow& memory) {
    global_word found = cached(word);
    if (found.region == nullptr) [[unlikely]] {
      const base::scoped_ignore ignore;
      const std::uintptr_t number = word >> shadow_region::bits;
      found.region = &memory.region(number);
      regions_[number % regions_.size()] = {number, found.region};
    }
    return found;
  }

 private:
  struct entry {
    std::uintptr_t number;
    shadow_region* region;
  };

  std::array<entry, 1024> regions_;
};

}  // namespace milliamp::detail::race
