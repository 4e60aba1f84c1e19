/// @file
/// Direct-mapped cache of the regions of global shadow memory that one worker used recently.
#pragma once

#include "base/scoped_ignore.h"
#include "race/global_shadow.h"

#include <array>
#include <cstdint>

namespace milliamp::detail::race {

class region_cache {
 public:
  void clear() { regions_.fill({}); }

  /// The shadow memory of a word. Its region is null if it is not in the cache.
  global_word cached(std::uintptr_t word) const {
    const std::uintptr_t number = word >> shadow_region::bits;
    const entry& known = regions_[number % regions_.size()];
    return {known.number == number ? known.region : nullptr, word / 4 % shadow_region::words};
  }

  /// The shadow memory of a word. On a cache miss, gets the region from the launch's shadow memory.
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
