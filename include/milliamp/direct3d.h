/// @file
/// concurrency::direct3d: Direct3D's intrinsic functions (spec 9.3). msad4 is declared here and
/// defined in short_vectors.h, together with its short vectors.
#ifndef MILLIAMP_DIRECT3D_H
#define MILLIAMP_DIRECT3D_H

#include <milliamp/detail/restrictions.h>

namespace concurrency {

namespace graphics {
namespace details {

template <class T, int N>
class vector;

}  // namespace details
}  // namespace graphics

namespace direct3d {

MILLIAMP_AMP_ONLY graphics::details::vector<unsigned int, 4> msad4(
    unsigned int reference, graphics::details::vector<unsigned int, 2> source,
    graphics::details::vector<unsigned int, 4> accum);

/// The absolute value of val, modulo 2^32. A template with nothing to deduce, so that a call is not
/// ambiguous where the C library's abs(int) is also visible.
template <class = void>
MILLIAMP_AMP_ONLY int abs(int val) {
  return static_cast<int>(val < 0 ? -static_cast<unsigned int>(val) : val);
}

/// min if x < min, max if x > max, otherwise x.
MILLIAMP_AMP_ONLY inline int clamp(int x, int min, int max) {
  return x < min ? min : x > max ? max : x;
}
MILLIAMP_AMP_ONLY inline float clamp(float x, float min, float max) {
  return x < min ? min : x > max ? max : x;
}

/// The number of bits that are 1.
MILLIAMP_AMP_ONLY inline unsigned int countbits(unsigned int val) {
  return static_cast<unsigned int>(__builtin_popcount(val));
}

/// The position of the highest 1 bit, counted from the lowest bit; -1 if val is 0.
MILLIAMP_AMP_ONLY inline int firstbithigh(int val) {
  return val == 0 ? -1 : 31 - __builtin_clz(static_cast<unsigned int>(val));
}

/// The position of the lowest 1 bit; -1 if val is 0.
MILLIAMP_AMP_ONLY inline int firstbitlow(int val) {
  return val == 0 ? -1 : __builtin_ctz(static_cast<unsigned int>(val));
}

/// The greater (imax) or lesser (imin) of x and y.
MILLIAMP_AMP_ONLY inline int imax(int x, int y) { return x > y ? x : y; }
MILLIAMP_AMP_ONLY inline int imin(int x, int y) { return x < y ? x : y; }
MILLIAMP_AMP_ONLY inline unsigned int umax(unsigned int x, unsigned int y) { return x > y ? x : y; }
MILLIAMP_AMP_ONLY inline unsigned int umin(unsigned int x, unsigned int y) { return x < y ? x : y; }

/// x * y + z; for integers modulo 2^32.
MILLIAMP_AMP_ONLY inline float mad(float x, float y, float z) { return x * y + z; }
MILLIAMP_AMP_ONLY inline double mad(double x, double y, double z) { return x * y + z; }
MILLIAMP_AMP_ONLY inline unsigned int mad(unsigned int x, unsigned int y, unsigned int z) {
  return x * y + z;
}
MILLIAMP_AMP_ONLY inline int mad(int x, int y, int z) {
  return static_cast<int>(mad(static_cast<unsigned int>(x), static_cast<unsigned int>(y),
                              static_cast<unsigned int>(z)));
}

/// Converts x from degrees to radians.
MILLIAMP_AMP_ONLY inline float radians(float x) { return x * 0.01745329251994329577f; }

/// The reciprocal of x.
MILLIAMP_AMP_ONLY inline float rcp(float x) { return 1.0f / x; }

/// val with its bits in reverse order.
MILLIAMP_AMP_ONLY inline unsigned int reversebits(unsigned int val) {
  val = (val >> 1 & 0x55555555u) | (val & 0x55555555u) << 1;
  val = (val >> 2 & 0x33333333u) | (val & 0x33333333u) << 2;
  val = (val >> 4 & 0x0f0f0f0fu) | (val & 0x0f0f0f0fu) << 4;
  return __builtin_bswap32(val);
}

/// x clamped to [0, 1]; 0 for NaN, as in Direct3D.
MILLIAMP_AMP_ONLY inline float saturate(float x) { return x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f; }

/// -1, 0 or 1 if x is less than, equal to or greater than 0.
MILLIAMP_AMP_ONLY inline int sign(int x) { return (x > 0) - (x < 0); }

/// 0 if x < min, 1 if x > max, otherwise a smooth Hermite interpolation.
MILLIAMP_AMP_ONLY inline float smoothstep(float min, float max, float x) {
  const float t = saturate((x - min) / (max - min));
  return t * t * (3.0f - 2.0f * t);
}

/// 1 if x >= y, otherwise 0.
MILLIAMP_AMP_ONLY inline float step(float y, float x) { return x >= y ? 1.0f : 0.0f; }

/// Perlin noise in [-1, 1]: 0 at every integer, with a smooth curve of pseudo-random slopes in
/// between. The result depends only on x; it is NaN if x is not finite.
MILLIAMP_AMP_ONLY inline float noise(float x) {
  // The slope at an integer, in [-1, 1]: a hash of its bits.
  const auto slope = [](float integer) {
    unsigned int bits;
    __builtin_memcpy(&bits, &integer, sizeof bits);
    bits = (bits ^ bits >> 16) * 0x7feb352du;
    bits = (bits ^ bits >> 15) * 0x846ca68bu;
    bits ^= bits >> 16;
    return static_cast<float>(bits >> 8) * (2.0f / 0xffffff) - 1.0f;
  };
  const float left = __builtin_floorf(x) + 0.0f;  // + 0 maps -0 to 0
  const float t = x - left;
  const float weight = t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
  const float from_left = slope(left) * t;
  const float from_right = slope(left + 1.0f) * (t - 1.0f);
  return from_left + weight * (from_right - from_left);
}

}  // namespace direct3d
}  // namespace concurrency

#endif
