/// @file
/// Sampling by Direct3D's rules: the centre of texel i of n has the coordinate (i + 0.5) / n, and a
/// linear filter weights the texels around a coordinate by their distances (spec 10.5.7).
#ifndef MILLIAMP_DETAIL_SAMPLING_H
#define MILLIAMP_DETAIL_SAMPLING_H

#include <milliamp/detail/texels.h>
#include <milliamp/sampler.h>

#include <cmath>

namespace concurrency::graphics::details {

/// The component of a coordinate vector for dimension d of N: x for the least significant
/// dimension.
template <int N, class Coordinates>
float coordinate_along(int d, const Coordinates& coordinates) {
  if constexpr (N == 1) {
    return coordinates;
  } else {
    const int component = N - 1 - d;
    return component == 0   ? coordinates.x
           : component == 1 ? coordinates.y
                            : channel<N - 1>(coordinates);
  }
}

/// A coordinate in one dimension, measured in texels: the texel at or below it, and the fraction of
/// the distance to the next.
struct texel_position {
  int first;
  float fraction;
};

/// Splits a coordinate measured in texels. Values out of the range of int are clamped, and NaN is
/// 0.
inline texel_position split(float position) {
  constexpr float far = 0x1.fffffep30f;  // the largest below 2^31
  const float near = position > -far    ? (position < far ? position : far)
                     : position <= -far ? -far
                                        : 0.0f;
  const float first = std::floor(near);
  return {static_cast<int>(first), near - first};
}

/// The texel of n to which index i is mapped, or -1 for the border.
inline int address(address_mode mode, int i, int n) {
  switch (mode) {
    case address_wrap: {
      const int rest = i % n;
      return rest < 0 ? rest + n : rest;
    }
    case address_mirror: {
      const int rest = address(address_wrap, i, n);
      const int repetition = i / n - (i % n < 0 ? 1 : 0);
      return repetition % 2 != 0 ? n - 1 - rest : rest;
    }
    case address_border:
      return i < 0 || i >= n ? -1 : i;
    default:
      return i < 0 ? 0 : i >= n ? n - 1 : i;
  }
}

/// An element with float scalars, for computations in filters.
template <class T>
using float_texel = typename short_vector<float, channels_of<T>>::type;

/// A sampler's border color as an element: its components, clamped for norm and unorm.
template <class T>
T border_texel(const float_4& color) {
  if constexpr (channels_of<T> == 1) {
    return T(color.x);
  } else if constexpr (channels_of<T> == 2) {
    return T(float_2(color.xy));
  } else if constexpr (channels_of<T> == 3) {
    return T(float_3(color.xyz));
  } else {
    return T(color);
  }
}

/// A texture addressed by a sampler, which extends it beyond its bounds.
/// @tparam View a texture_view<const T, N>
template <class View>
class sampled_texture {
  static constexpr int N = View::rank;
  using T = std::remove_const_t<typename View::value_type>;
  using coordinates_type = typename View::coordinates_type;

 public:
  sampled_texture(const View& view, address_mode mode, const float_4& border)
      : view_(view), mode_(mode), border_(border) {}

  /// The texel of a level that is nearest to a coordinate.
  MILLIAMP_ALWAYS_INLINE float_texel<T> nearest(const coordinates_type& coordinates,
                                                unsigned int level) const {
    const extent<N> lengths = level_extent(view_.extent, level);
    index<N> number;
    for (int d = 0; d < N; ++d) number[d] = position(d, coordinates, lengths, 0).first;
    return float_texel<T>(texel(number, lengths, level));
  }

  /// The mean of the texels of a level around a coordinate, weighted by distance.
  MILLIAMP_ALWAYS_INLINE float_texel<T> interpolated(const coordinates_type& coordinates,
                                                     unsigned int level) const {
    const extent<N> lengths = level_extent(view_.extent, level);
    index<N> first;
    float fraction[N];
    for (int d = 0; d < N; ++d) {
      const texel_position between = position(d, coordinates, lengths, 0.5f);
      first[d] = between.first;
      fraction[d] = between.fraction;
    }
    float_texel<T> sum{};
    for (unsigned int corner = 0; corner < 1u << N; ++corner) {
      index<N> number = first;
      float weight = 1;
      for (int d = 0; d < N; ++d) {
        const bool second = (corner >> d & 1u) != 0;
        number[d] += second ? 1 : 0;
        weight *= second ? fraction[d] : 1 - fraction[d];
      }
      if (weight != 0) sum += float_texel<T>(texel(number, lengths, level)) * weight;
    }
    return sum;
  }

  /// A component of the four texels of level 0 around a coordinate, counter-clockwise from the
  /// lower left.
  template <int Channel>
  MILLIAMP_ALWAYS_INLINE typename View::gather_return_type gathered(
      const coordinates_type& coordinates) const {
    const int top = position(0, coordinates, view_.extent, 0.5f).first;
    const int left = position(1, coordinates, view_.extent, 0.5f).first;
    const auto component = [&](int row, int column) {
      return channel<Channel>(texel(index<2>(row, column), view_.extent, 0));
    };
    return {component(top + 1, left), component(top + 1, left + 1), component(top, left + 1),
            component(top, left)};
  }

 private:
  /// A coordinate in dimension d in texels, relative to a point in the first texel: 0.5 is its
  /// centre.
  static texel_position position(int d, const coordinates_type& coordinates,
                                 const extent<N>& lengths, float origin) {
    return split(coordinate_along<N>(d, coordinates) * static_cast<float>(lengths[d]) - origin);
  }

  MILLIAMP_ALWAYS_INLINE T texel(index<N> number, const extent<N>& lengths,
                                 unsigned int level) const {
    for (int d = 0; d < N; ++d) {
      number[d] = address(mode_, number[d], lengths[d]);
      if (number[d] < 0) return border_texel<T>(border_);
    }
    return view_.get(number, level);
  }

  const View& view_;
  address_mode mode_;
  const float_4& border_;
};

}  // namespace concurrency::graphics::details

#endif
