/// @file
/// Random numbers that depend only on a seed, the same on all systems.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace milliamp::detail::base {

/// Sebastiano Vigna's splitmix64. Its state is one number, so that each tile can start from its own
/// seed at no cost.
class random_numbers {
 public:
  using result_type = std::uint64_t;

  explicit random_numbers(std::uint64_t seed) : state_(seed) {}

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return std::numeric_limits<result_type>::max(); }
  result_type operator()() {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// A number below the bound. The bias of the remainder is below 2^-32 for the bounds used here.
  std::size_t below(std::size_t bound) { return static_cast<std::size_t>((*this)() % bound); }

 private:
  std::uint64_t state_;
};

/// A seed that depends on both numbers.
inline std::uint64_t mix(std::uint64_t seed, std::uint64_t value) {
  return random_numbers(seed ^ value)();
}

}  // namespace milliamp::detail::base
