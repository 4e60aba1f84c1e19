/// @file
/// Texture views (spec 10.2, 10.4, 10.5): texture_view<T, N> writes and, if T is int, unsigned int
/// or float, reads; texture_view<const T, N> reads, samples and gathers.
///
///     texture_view<const float_4, 2> in(picture);
///     texture_view<float_4, 2> out(result);
///     parallel_for_each(out.extent, [=](index<2> i) restrict(amp) { out.set(i, in[i] * 0.5f); });
#ifndef MILLIAMP_TEXTURE_VIEW_H
#define MILLIAMP_TEXTURE_VIEW_H

#include <milliamp/detail/reassign.h>
#include <milliamp/detail/restrictions.h>
#include <milliamp/detail/sampling.h>
#include <milliamp/detail/texels.h>

namespace concurrency::graphics {

template <typename T, int N>
class texture;

namespace details {

/// The common part of all texture views: a range of levels of a texture, whose memory they keep
/// alive.
template <class T, int N>
class texels_view : public texels<T, N> {
 public:
  /// The accelerator_view of the texture.
  MILLIAMP_CPU_ONLY const concurrency::accelerator_view& accelerator_view;

  MILLIAMP_CPU_ONLY concurrency::accelerator_view get_accelerator_view() const {
    return accelerator_view;
  }

 protected:
  /// A range of levels of a texture.
  /// @throws runtime_exception for a staging texture and for levels that do not exist
  texels_view(const texture<T, N>& whole, unsigned int first_level, unsigned int levels)
      : texels<T, N>(texel_access::viewable(whole), first_level, levels),
        accelerator_view(texel_access::accelerator_of(*this)) {}
  /// A range of levels of a view.
  /// @throws runtime_exception for levels that do not exist
  texels_view(const texels_view& whole, unsigned int first_level, unsigned int levels)
      : texels<T, N>(whole, first_level, levels), accelerator_view(whole.accelerator_view) {}
  texels_view(const texels_view& other) = default;
  texels_view& operator=(const texels_view&) = delete;
  ~texels_view() = default;
};

/// Operators that read by all forms of an index.
/// @tparam Self has a function `get(index<N>)`
template <class Self, class Value, int N>
class indexed_reading {
 public:
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE Value operator[](const index<N>& at) const {
    return self().get(at);
  }
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE Value operator()(const index<N>& at) const {
    return self().get(at);
  }
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE Value operator[](int i0) const {
    static_assert(N == 1, "operator[](int) is only for textures of rank 1: write an index<N>");
    return self().get(index<1>(i0));
  }
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE Value operator()(int i0) const {
    static_assert(N == 1, "operator()(int) is only for textures of rank 1");
    return self().get(index<1>(i0));
  }
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE Value operator()(int i0, int i1) const {
    static_assert(N == 2, "operator()(int, int) is only for textures of rank 2");
    return self().get(index<2>(i0, i1));
  }
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE Value operator()(int i0, int i1, int i2) const {
    static_assert(N == 3, "operator()(int, int, int) is only for textures of rank 3");
    return self().get(index<3>(i0, i1, i2));
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
};

/// For constructors of views that amp code can call only if elements have one scalar (spec 10.2.3,
/// 10.4.3), or only if they have several (10.5.3).
template <class T>
using if_scalar = std::enable_if_t<channels_of<T> == 1, int>;
template <class T>
using if_vector = std::enable_if_t<channels_of<T> != 1, int>;

/// Whether a kernel may read and write elements of type T through one object (spec 10.1.15).
template <class T>
inline constexpr bool is_read_write =
    std::is_same_v<T, int> || std::is_same_v<T, unsigned int> || std::is_same_v<T, float>;

}  // namespace details

/// A view that writes the most detailed level of a texture. The specification deprecates it in
/// favour of texture_view<T, N>.
template <typename T, int N>
class writeonly_texture_view : public details::texels_view<T, N> {
 public:
  using value_type = T;
  using scalar_type = details::scalar_of<T>;

  /// @throws runtime_exception for a staging texture
  template <class U = T, details::if_scalar<U> = 0>
  writeonly_texture_view(texture<T, N>& src) : details::texels_view<T, N>(src, 0, 1) {}
  template <class U = T, details::if_vector<U> = 0>
  MILLIAMP_CPU_ONLY writeonly_texture_view(texture<T, N>& src)
      : details::texels_view<T, N>(src, 0, 1) {}
  /// A view of the same texels.
  writeonly_texture_view(const writeonly_texture_view& other) = default;
  writeonly_texture_view& operator=(const writeonly_texture_view& other) noexcept {
    return concurrency::details::reassign(*this, other);
  }

  /// Stores a texel.
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE void set(const index<N>& index,
                                                    const value_type& val) const {
    this->store(index, val);
  }
};

/// A view that writes one mipmap level of a texture, and reads it if T is int, unsigned int or
/// float.
template <typename T, int N>
class texture_view : public details::texels_view<T, N>,
                     public details::indexed_reading<texture_view<T, N>, const T, N> {
 public:
  using value_type = T;
  using scalar_type = details::scalar_of<T>;

  /// @throws runtime_exception for a staging texture and for a level that does not exist
  template <class U = T, details::if_scalar<U> = 0>
  texture_view(texture<T, N>& src) : details::texels_view<T, N>(src, 0, 1) {}
  template <class U = T, details::if_vector<U> = 0>
  MILLIAMP_CPU_ONLY texture_view(texture<T, N>& src) : details::texels_view<T, N>(src, 0, 1) {}
  MILLIAMP_CPU_ONLY texture_view(texture<T, N>& src, unsigned int mipmap_level)
      : details::texels_view<T, N>(src, mipmap_level, 1) {}
  /// A view of the same texels.
  texture_view(const texture_view& other) = default;
  texture_view& operator=(const texture_view& other) noexcept {
    return concurrency::details::reassign(*this, other);
  }

  /// The texel at an index. The operators [] and () do the same for an index or for N ints.
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE const value_type get(const index<N>& index) const {
    static_assert(details::is_read_write<T>,
                  "texture_view<T, N> can be read only if T is int, unsigned int or float: read "
                  "through a texture_view<const T, N>");
    return this->load(index);
  }
  /// Stores a texel.
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE void set(const index<N>& index,
                                                    const value_type& val) const {
    this->store(index, val);
  }
};

/// A view that reads, samples and gathers from one or more mipmap levels of a texture.
template <typename T, int N>
class texture_view<const T, N>
    : public details::texels_view<T, N>,
      public details::indexed_reading<texture_view<const T, N>, const T, N> {
 public:
  using value_type = const T;
  using scalar_type = details::scalar_of<T>;
  /// Coordinates of a sample: x is along the least significant dimension; the texture is in [0, 1].
  using coordinates_type = typename short_vector<float, N>::type;
  using gather_return_type = typename short_vector<scalar_type, 4>::type;

  /// A view of all levels.
  /// @throws runtime_exception for a staging texture
  template <class U = T, details::if_vector<U> = 0>
  texture_view(const texture<T, N>& src)
      : details::texels_view<T, N>(src, 0, src.get_mipmap_levels()) {}
  template <class U = T, details::if_scalar<U> = 0>
  MILLIAMP_CPU_ONLY texture_view(const texture<T, N>& src)
      : details::texels_view<T, N>(src, 0, src.get_mipmap_levels()) {}
  /// A view of a range of levels, which are numbered from 0 in the view.
  /// @throws runtime_exception also for levels that do not exist
  MILLIAMP_CPU_ONLY texture_view(const texture<T, N>& src, unsigned int most_detailed_mip,
                                 unsigned int mip_levels = 1)
      : details::texels_view<T, N>(src, most_detailed_mip, mip_levels) {}
  /// A view of the level of src.
  MILLIAMP_CPU_ONLY texture_view(const texture_view<T, N>& src)
      : details::texels_view<T, N>(src, 0, 1) {}
  /// A view of the same texels.
  texture_view(const texture_view& other) = default;
  /// A view of a range of levels of another view, counted from its most detailed one.
  /// @throws runtime_exception for levels that do not exist
  MILLIAMP_CPU_ONLY texture_view(const texture_view& other, unsigned int most_detailed_mip,
                                 unsigned int mip_levels = 1)
      : details::texels_view<T, N>(other, most_detailed_mip, mip_levels) {}

  texture_view& operator=(const texture_view& other) noexcept {
    return concurrency::details::reassign(*this, other);
  }
  MILLIAMP_CPU_ONLY texture_view& operator=(const texture_view<T, N>& other) {
    return *this = texture_view(other);
  }

  /// The texel at an index of a level. The operators [] and () do the same on level 0 for an index
  /// or for N ints.
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE value_type get(const index<N>& index,
                                                          unsigned int mip_level = 0) const {
    return this->load(index, mip_level);
  }

  /// Samples the texture at coordinates.
  /// @param level_of_detail the mipmap level; a point filter takes the nearest one, a linear filter
  ///   interpolates between two. Values outside the view's levels are clamped.
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE value_type sample(const sampler& sampler,
                                                             const coordinates_type& coord,
                                                             float level_of_detail = 0.0f) const {
    return sample(sampler.filter_mode, sampler.address_mode, sampler.border_color, coord,
                  level_of_detail);
  }
  /// Samples the texture at coordinates with a predefined sampler, whose modes are the template
  /// arguments.
  /// @param level_of_detail the mipmap level; a point filter takes the nearest one, a linear filter
  ///   interpolates between two. Values outside the view's levels are clamped.
  template <filter_mode filter_mode = filter_linear, address_mode address_mode = address_clamp>
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE value_type sample(const coordinates_type& coord,
                                                             float level_of_detail = 0.0f) const {
    static_assert(filter_mode == filter_point || filter_mode == filter_linear,
                  "there is no predefined sampler for this filter mode");
    static_assert(has_predefined_sampler<address_mode>,
                  "there is no predefined sampler for this address mode: use a sampler object");
    return sample(filter_mode, address_mode, float_4(), coord, level_of_detail);
  }

  /// A component of the four texels of level 0 that a linear filter would combine at coord,
  /// counter-clockwise from the lower left. Only the address mode and border color of the sampler
  /// matter.
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE const gather_return_type
  gather_red(const sampler& sampler, const coordinates_type& coord) const {
    return gather<0>(sampler.address_mode, sampler.border_color, coord);
  }
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE const gather_return_type
  gather_green(const sampler& sampler, const coordinates_type& coord) const {
    return gather<1>(sampler.address_mode, sampler.border_color, coord);
  }
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE const gather_return_type
  gather_blue(const sampler& sampler, const coordinates_type& coord) const {
    return gather<2>(sampler.address_mode, sampler.border_color, coord);
  }
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE const gather_return_type
  gather_alpha(const sampler& sampler, const coordinates_type& coord) const {
    return gather<3>(sampler.address_mode, sampler.border_color, coord);
  }

  /// A component of the four texels of level 0 that a linear filter would combine at coord,
  /// counter-clockwise from the lower left, with the predefined sampler of an address mode.
  template <address_mode address_mode = address_clamp>
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE const gather_return_type
  gather_red(const coordinates_type& coord) const {
    return gather<0, address_mode>(coord);
  }
  template <address_mode address_mode = address_clamp>
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE const gather_return_type
  gather_green(const coordinates_type& coord) const {
    return gather<1, address_mode>(coord);
  }
  template <address_mode address_mode = address_clamp>
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE const gather_return_type
  gather_blue(const coordinates_type& coord) const {
    return gather<2, address_mode>(coord);
  }
  template <address_mode address_mode = address_clamp>
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE const gather_return_type
  gather_alpha(const coordinates_type& coord) const {
    return gather<3, address_mode>(coord);
  }

 private:
  static constexpr bool is_sampled =
      std::is_same_v<scalar_type, float> || details::is_normalized<scalar_type>;
  template <address_mode mode>
  static constexpr bool has_predefined_sampler =
      mode == address_wrap || mode == address_mirror || mode == address_clamp;

  MILLIAMP_ALWAYS_INLINE T sample(filter_mode filter, address_mode mode, const float_4& border,
                                  const coordinates_type& coord, float level_of_detail) const {
    static_assert(is_sampled, "only textures of float, norm and unorm can be sampled");
    const float last = static_cast<float>(this->mipmap_levels - 1);
    // Written so that NaN becomes 0.
    const float lod = level_of_detail > 0 ? level_of_detail < last ? level_of_detail : last : 0;
    const details::sampled_texture<texture_view> texture(*this, mode, border);
    if (filter == filter_point) {
      return T(texture.nearest(coord, static_cast<unsigned int>(lod + 0.5f)));
    }
    const auto level = static_cast<unsigned int>(lod);
    const float fraction = lod - static_cast<float>(level);
    auto value = texture.interpolated(coord, level);
    if (fraction > 0) {
      value = value * (1 - fraction) + texture.interpolated(coord, level + 1) * fraction;
    }
    return T(value);
  }

  template <int Channel>
  MILLIAMP_ALWAYS_INLINE gather_return_type gather(address_mode mode, const float_4& border,
                                                   const coordinates_type& coord) const {
    static_assert(N == 2 && is_sampled,
                  "only textures of rank 2 of float, norm and unorm can be gathered from");
    static_assert(Channel < details::channels_of<T>, "the texture has no such component");
    return details::sampled_texture<texture_view>(*this, mode, border)
        .template gathered<Channel>(coord);
  }
  template <int Channel, address_mode mode>
  MILLIAMP_ALWAYS_INLINE gather_return_type gather(const coordinates_type& coord) const {
    static_assert(has_predefined_sampler<mode>,
                  "there is no predefined sampler for this address mode: use a sampler object");
    return gather<Channel>(mode, float_4(), coord);
  }
};

}  // namespace concurrency::graphics

#endif
