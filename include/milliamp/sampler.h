/// @file
/// sampler: how a texture is sampled (spec 10.3).
///
///     const sampler smooth(filter_linear, address_wrap);
///     float_4 color = view.sample(smooth, float_2(u, v));
#ifndef MILLIAMP_SAMPLER_H
#define MILLIAMP_SAMPLER_H

#include <milliamp/detail/reassign.h>
#include <milliamp/detail/restrictions.h>
#include <milliamp/export.h>
#include <milliamp/short_vectors.h>

namespace milliamp::detail {

[[noreturn]] MILLIAMP_API void throw_unknown_filter_mode(int mode);
[[noreturn]] MILLIAMP_API void throw_unknown_address_mode(int mode);

}  // namespace milliamp::detail

namespace concurrency::graphics {

/// The texels from which a sample is computed, within and across mipmap levels (spec 10.3.2).
enum filter_mode {
  /// The nearest texel.
  filter_point,
  /// The nearest two in each dimension, and in the nearest two levels, by linear interpolation.
  filter_linear,
  /// An unnamed mode.
  filter_unknown
};

/// The meaning of coordinates outside [0, 1] (spec 10.3.3).
enum address_mode {
  /// The texture repeats.
  address_wrap,
  /// The texture repeats, and every other copy is mirrored.
  address_mirror,
  /// The texels at the edges extend outwards.
  address_clamp,
  /// The texels outside have the sampler's border color.
  address_border,
  /// An unnamed mode.
  address_unknown
};

/// A sampling configuration, the same for all dimensions.
class sampler {
 public:
  /// @throws runtime_exception for filter_unknown and address_unknown
  MILLIAMP_CPU_ONLY sampler() : sampler(filter_linear, address_clamp) {}
  MILLIAMP_CPU_ONLY sampler(graphics::filter_mode filter) : sampler(filter, address_clamp) {}
  MILLIAMP_CPU_ONLY sampler(graphics::address_mode addressing, float_4 border = float_4(0.0f))
      : sampler(filter_linear, addressing, border) {}
  MILLIAMP_CPU_ONLY sampler(graphics::filter_mode filter, graphics::address_mode addressing,
                            float_4 border = float_4(0.0f))
      : filter_mode(filter), address_mode(addressing), border_color(border) {
    if (filter_mode != filter_point && filter_mode != filter_linear) {
      milliamp::detail::throw_unknown_filter_mode(filter_mode);
    }
    if (address_mode < address_wrap || address_mode > address_border) {
      milliamp::detail::throw_unknown_address_mode(address_mode);
    }
  }
  sampler(const sampler& other) = default;
  sampler& operator=(const sampler& other) noexcept {
    return concurrency::details::reassign(*this, other);
  }

  const graphics::filter_mode filter_mode;
  const graphics::address_mode address_mode;
  /// The color outside the texture if address_mode is address_border.
  const float_4 border_color;

  graphics::filter_mode get_filter_mode() const { return filter_mode; }
  graphics::address_mode get_address_mode() const { return address_mode; }
  float_4 get_border_color() const { return border_color; }
};

}  // namespace concurrency::graphics

#endif
