/// @file
/// Random choices that depend on a seed alone.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <random>

namespace reliability {

/// The distributions of <random> differ from one standard library to the next; these do not.
class dice {
 public:
  explicit dice(std::uint64_t seed) : engine_(seed) {}

  /// A number from 0 to n - 1.
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  int between(int least, int most) { return least + below(most - least + 1); }
  bool one_in(int n) { return below(n) == 0; }
  template <class T>
  T one_of(std::initializer_list<T> choices) {
    return *(choices.begin() + below(static_cast<int>(choices.size())));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace reliability
