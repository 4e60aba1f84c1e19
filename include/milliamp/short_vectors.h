/// @file
/// The short vector types (spec 10.8): int_2 … int_4, uint_2 …, float_2 …, double_2 …, norm_2 …,
/// unorm_2 …; detail/vector.h defines their members. Also their traits: short_vector,
/// short_vector_traits (spec 10.9, 10.10).
///
///     float_4 color(0.5f, 0.25f, 1, 1);
///     color.rgb = color.bgr * 2;
#ifndef MILLIAMP_SHORT_VECTORS_H
#define MILLIAMP_SHORT_VECTORS_H

#include <milliamp/detail/restrictions.h>
#include <milliamp/detail/vector.h>
#include <milliamp/norm.h>

namespace concurrency {
namespace graphics {

using uint = unsigned int;

namespace details {

template <class...>
inline constexpr bool never = false;

}  // namespace details

/// `short_vector<T, N>::type` is the short vector of N components of T, or T itself if N is 1.
template <typename scalar_type, int size>
struct short_vector {
  short_vector() {
    static_assert(details::never<scalar_type>,
                  "short_vector is not supported for this scalar type (T) and length (N)");
  }
};

/// The scalar type and the number of components of a short vector or a scalar.
template <typename type>
struct short_vector_traits {
  short_vector_traits() {
    static_assert(details::never<type>,
                  "short_vector_traits is not supported for this type (type)");
  }
};

#define MILLIAMP_SHORT_VECTOR_TRAITS(scalar, length, vector) \
  template <>                                                \
  struct short_vector<scalar, length> {                      \
    using type = vector;                                     \
  };                                                         \
  template <>                                                \
  struct short_vector_traits<vector> {                       \
    using value_type = scalar;                               \
    static constexpr int size = length;                      \
  };
#define MILLIAMP_SHORT_VECTOR(scalar, length)                \
  using scalar##_##length = details::vector<scalar, length>; \
  namespace direct3d {                                       \
  using scalar##length = scalar##_##length;                  \
  }                                                          \
  MILLIAMP_SHORT_VECTOR_TRAITS(scalar, length, scalar##_##length)
#define MILLIAMP_SHORT_VECTORS(scalar)            \
  MILLIAMP_SHORT_VECTOR_TRAITS(scalar, 1, scalar) \
  MILLIAMP_SHORT_VECTOR(scalar, 2)                \
  MILLIAMP_SHORT_VECTOR(scalar, 3)                \
  MILLIAMP_SHORT_VECTOR(scalar, 4)

MILLIAMP_SHORT_VECTORS(int)
MILLIAMP_SHORT_VECTORS(uint)
MILLIAMP_SHORT_VECTORS(float)
MILLIAMP_SHORT_VECTORS(double)
MILLIAMP_SHORT_VECTORS(norm)
MILLIAMP_SHORT_VECTORS(unorm)
#undef MILLIAMP_SHORT_VECTORS
#undef MILLIAMP_SHORT_VECTOR
#undef MILLIAMP_SHORT_VECTOR_TRAITS

}  // namespace graphics

namespace direct3d {

/// Adds to each component of accum the sum of absolute differences between the four bytes of
/// reference and four bytes of source, which start at byte 0 for x, at byte 1 for y, and so on.
/// Bytes of reference that are 0 are skipped (spec 9.3). Sums saturate at 2^32 - 1.
MILLIAMP_AMP_ONLY inline graphics::uint_4 msad4(unsigned int reference, graphics::uint_2 source,
                                                graphics::uint_4 accum) {
  const unsigned long long bytes = static_cast<unsigned long long>(source.y) << 32 | source.x;
  const auto add_differences = [&](int first_byte, unsigned int sum) {
    for (int i = 0; i < 4; ++i) {
      const int r = static_cast<int>(reference >> 8 * i & 0xff);
      const int s = static_cast<int>(bytes >> 8 * (first_byte + i) & 0xff);
      const unsigned int difference = static_cast<unsigned int>(r == 0 ? 0 : r < s ? s - r : r - s);
      sum = sum > ~difference ? ~0u : sum + difference;
    }
    return sum;
  };
  return graphics::uint_4(add_differences(0, accum.x), add_differences(1, accum.y),
                          add_differences(2, accum.z), add_differences(3, accum.w));
}

}  // namespace direct3d
}  // namespace concurrency

#endif
