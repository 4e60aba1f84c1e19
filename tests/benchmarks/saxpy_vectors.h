/// @file
/// The vectors for y = a * x + y, by a kernel and by a loop: both use the same memory, so that its
/// location makes no difference.
#pragma once

#include <amp.h>

#include <cstddef>
#include <vector>

namespace milliamp::bench {

class saxpy_vectors {
 public:
  saxpy_vectors(const concurrency::accelerator_view& place, int size)
      : x(size, small_numbers(size).begin(), place),
        y(size, std::vector<float>(static_cast<std::size_t>(size)).begin(), place) {}

  static constexpr float a = 2;

  concurrency::array<float> x;
  concurrency::array<float> y;
  /// How often y = a * x + y has been calculated.
  int times = 0;

  /// Whether y has the expected values. They are small whole numbers, which floats hold exactly.
  bool is_right() const {
    const std::vector<float> result = y;
    for (std::size_t i = 0; i < result.size(); i += 4095) {
      if (result[i] != static_cast<float>(times) * a * number(i)) return false;
    }
    return true;
  }

 private:
  static float number(std::size_t i) { return static_cast<float>(i % 8); }

  static std::vector<float> small_numbers(int size) {
    std::vector<float> numbers(static_cast<std::size_t>(size));
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = number(i);
    return numbers;
  }
};

}  // namespace milliamp::bench
