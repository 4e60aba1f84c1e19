/// @file
/// texture<T, N>: short vectors in 1, 2 or 3 dimensions on an accelerator, in one of the formats of
/// graphics hardware (spec 10.1).
///
///     texture<unorm_4, 2> picture(height, width, pixels.data(), 4 * width * height, 8);
///     texture<float, 2> brightness(picture.extent);
#ifndef MILLIAMP_TEXTURE_H
#define MILLIAMP_TEXTURE_H

#include <milliamp/detail/device_object.h>
#include <milliamp/detail/iterator.h>
#include <milliamp/detail/restrictions.h>
#include <milliamp/texture_copy.h>
#include <milliamp/texture_view.h>

#include <string_view>

namespace concurrency::graphics {

namespace details {

/// The distances in bytes between rows, and between slices, of a texture.
template <int N>
class pitches {
 protected:
  pitches(const extent<N>&, unsigned int) {}
};
template <>
class pitches<2> {
 public:
  MILLIAMP_CPU_ONLY const unsigned int row_pitch;

 protected:
  pitches(const extent<2>& extent, unsigned int texel_size)
      : row_pitch(texel_size * static_cast<unsigned int>(extent[1])) {}
};
template <>
class pitches<3> {
 public:
  MILLIAMP_CPU_ONLY const unsigned int row_pitch;
  MILLIAMP_CPU_ONLY const unsigned int depth_pitch;

 protected:
  pitches(const extent<3>& extent, unsigned int texel_size)
      : row_pitch(texel_size * static_cast<unsigned int>(extent[2])),
        depth_pitch(row_pitch * static_cast<unsigned int>(extent[1])) {}
};

/// The kind of a constructor argument of a texture: a number, an accelerator_view ('p'), an address
/// or an iterator.
template <class Argument>
constexpr char argument_kind() {
  if (std::is_integral_v<Argument>) return 'n';
  if (std::is_same_v<Argument, accelerator_view>) return 'p';
  if (std::is_pointer_v<Argument>) return 'a';
  if (concurrency::details::is_iterator<Argument>) return 'i';
  return '?';
}

/// Whether Arguments may follow the lengths in a constructor call of a texture: bits per scalar
/// element, a range or raw data, and one or two accelerator_views. Mipmap levels may follow only an
/// extent.
template <class... Arguments>
constexpr bool follows_lengths() {
  const char kinds[] = {argument_kind<Arguments>()..., '\0'};
  std::string_view rest(kinds);
  const bool has_data = rest.substr(0, 2) == "ii" || rest.substr(0, 2) == "aa";
  const bool has_raw_data = rest.substr(0, 3) == "ann";
  rest.remove_prefix(has_data ? 2 : has_raw_data ? 3 : 0);
  if (!has_data && !has_raw_data && rest.substr(0, 1) == "n") rest.remove_prefix(1);
  return rest.empty() || rest == "p" || rest == "pp";
}

}  // namespace details

/// A texture owns its texels. A copy of a texture has its own texels. Kernels capture a texture by
/// reference. They read whole texels, and write them if T is int, unsigned int or float; other
/// types are written through a texture_view.
///
/// A texture with an associated accelerator_view is a staging texture: it buffers data on the host
/// for copies to and from that view. No kernel and no texture view can access it.
///
/// @tparam T a scalar or short vector type with texture formats: int, uint and float of any length,
///   norm and unorm of length 1, 2 and 4, double of length 1 and 2
/// @tparam N the rank: 1, 2 or 3
template <typename T, int N>
class texture : public milliamp::detail::device_object,
                public details::texels<T, N>,
                public details::pitches<N>,
                public details::indexed_reading<texture<T, N>, const T, N> {
  using accelerator_view_type = concurrency::accelerator_view;
  template <class Iterator>
  using if_iterator = std::enable_if_t<concurrency::details::is_iterator<Iterator>, int>;
  template <bool rank_fits, class... Arguments>
  using if_fits = std::enable_if_t<rank_fits && details::follows_lengths<Arguments...>(), int>;

 public:
  using details::texels<T, N>::rank;
  using value_type = T;
  using scalar_type = details::scalar_of<T>;

  /// A texture on the default view of the default accelerator, or on acc_view. Its texels are
  /// indeterminate. By default, elements have the same layout in memory as in programs: int,
  /// unsigned int and float have 32 bits per scalar element, double 64. norm and unorm have no
  /// default.
  /// @throws runtime_exception for an extent with a length of 0 or less
  /// @throws out_of_memory when the system does not provide the memory
  texture(const concurrency::extent<N>& ext)
      : texture(ext, default_bits(), 1, milliamp::detail::default_accelerator(), nullptr) {}
  texture(const concurrency::extent<N>& ext, const accelerator_view_type& acc_view)
      : texture(ext, default_bits(), 1, acc_view, nullptr) {}
  /// @param bits_per_scalar_element 8, 16 or 32 for int and unsigned int, 16 or 32 for float
  ///   (vectors of 3 have only 32), 8 or 16 for norm and unorm, 64 for double
  /// @throws unsupported_feature for other bits per scalar element
  /// @throws runtime_exception for bits that no texture has
  texture(const concurrency::extent<N>& ext, unsigned int bits_per_scalar_element)
      : texture(ext, bits_per_scalar_element, 1, milliamp::detail::default_accelerator(), nullptr) {
  }
  texture(const concurrency::extent<N>& ext, unsigned int bits_per_scalar_element,
          const accelerator_view_type& acc_view)
      : texture(ext, bits_per_scalar_element, 1, acc_view, nullptr) {}
  /// @param mip_levels the number of mipmap levels, each half as long as the previous one in every
  ///   dimension; 0 for the maximum
  /// @throws runtime_exception for too many levels
  texture(const concurrency::extent<N>& ext, unsigned int bits_per_scalar_element,
          unsigned int mip_levels)
      : texture(ext, bits_per_scalar_element, mip_levels, milliamp::detail::default_accelerator(),
                nullptr) {}
  texture(const concurrency::extent<N>& ext, unsigned int bits_per_scalar_element,
          unsigned int mip_levels, const accelerator_view_type& acc_view)
      : texture(ext, bits_per_scalar_element, mip_levels, acc_view, nullptr) {}

  /// A staging texture at av for copies to and from associated_av.
  texture(const concurrency::extent<N>& ext, const accelerator_view_type& av,
          const accelerator_view_type& associated_av)
      : texture(ext, default_bits(), 1, av, &associated_av) {}
  texture(const concurrency::extent<N>& ext, unsigned int bits_per_scalar_element,
          const accelerator_view_type& av, const accelerator_view_type& associated_av)
      : texture(ext, bits_per_scalar_element, 1, av, &associated_av) {}

  /// A texture initialized from a range. Not for norm and unorm.
  /// @throws runtime_exception also for a range of fewer than ext.size() elements
  template <typename InputIterator, if_iterator<InputIterator> = 0>
  texture(const concurrency::extent<N>& ext, InputIterator src_first, InputIterator src_last)
      : texture(ext) {
    graphics::copy(src_first, src_last, *this);
  }
  template <typename InputIterator, if_iterator<InputIterator> = 0>
  texture(const concurrency::extent<N>& ext, InputIterator src_first, InputIterator src_last,
          const accelerator_view_type& acc_view)
      : texture(ext, acc_view) {
    graphics::copy(src_first, src_last, *this);
  }
  template <typename InputIterator, if_iterator<InputIterator> = 0>
  texture(const concurrency::extent<N>& ext, InputIterator src_first, InputIterator src_last,
          const accelerator_view_type& av, const accelerator_view_type& associated_av)
      : texture(ext, av, associated_av) {
    graphics::copy(src_first, src_last, *this);
  }

  /// A texture initialized from a buffer of contiguous texels in the texture's format.
  /// @throws runtime_exception also for fewer than data_length bytes
  texture(const concurrency::extent<N>& ext, const void* source, unsigned int src_byte_size,
          unsigned int bits_per_scalar_element)
      : texture(ext, bits_per_scalar_element) {
    graphics::copy(source, src_byte_size, *this);
  }
  texture(const concurrency::extent<N>& ext, const void* source, unsigned int src_byte_size,
          unsigned int bits_per_scalar_element, const accelerator_view_type& acc_view)
      : texture(ext, bits_per_scalar_element, acc_view) {
    graphics::copy(source, src_byte_size, *this);
  }
  texture(const concurrency::extent<N>& ext, const void* source, unsigned int src_byte_size,
          unsigned int bits_per_scalar_element, const accelerator_view_type& av,
          const accelerator_view_type& associated_av)
      : texture(ext, bits_per_scalar_element, av, associated_av) {
    graphics::copy(source, src_byte_size, *this);
  }

  /// A texture of rank 1, 2 or 3 with individual lengths instead of the extent, which the arguments
  /// of the constructors above may follow, except mipmap levels.
  template <typename... Rest, int M = N, if_fits<M == 1, Rest...> = 0>
  texture(int e0, Rest... rest) : texture(concurrency::extent<1>(e0), rest...) {}
  template <typename... Rest, int M = N, if_fits<M == 2, Rest...> = 0>
  texture(int e0, int e1, Rest... rest) : texture(concurrency::extent<2>(e0, e1), rest...) {}
  template <typename... Rest, int M = N, if_fits<M == 3, Rest...> = 0>
  texture(int e0, int e1, int e2, Rest... rest)
      : texture(concurrency::extent<3>(e0, e1, e2), rest...) {}

  /// A copy of a texture: on the same accelerator_view, on acc_view, or as a staging texture on av.
  texture(const texture& src)
      : texture(src, src.accelerator_view,
                src.is_staging_ ? &src.associated_accelerator_view : nullptr) {}
  texture(const texture& src, const accelerator_view_type& acc_view)
      : texture(src, acc_view, nullptr) {}
  texture(const texture& src, const accelerator_view_type& av,
          const accelerator_view_type& associated_av)
      : texture(src, av, &associated_av) {}
  texture(const texture_view<T, N>& src) : texture(src, src.accelerator_view, nullptr) {}
  texture(const texture_view<T, N>& src, const accelerator_view_type& acc_view)
      : texture(src, acc_view, nullptr) {}
  texture(const texture_view<T, N>& src, const accelerator_view_type& av,
          const accelerator_view_type& associated_av)
      : texture(src, av, &associated_av) {}
  texture(const texture_view<const T, N>& src) : texture(src, src.accelerator_view, nullptr) {}
  texture(const texture_view<const T, N>& src, const accelerator_view_type& acc_view)
      : texture(src, acc_view, nullptr) {}
  texture(const texture_view<const T, N>& src, const accelerator_view_type& av,
          const accelerator_view_type& associated_av)
      : texture(src, av, &associated_av) {}

  /// Takes over the texels. other can then only be assigned to and destroyed.
  texture(texture&& other) noexcept
      : device_object(other),
        details::texels<T, N>(std::move(other)),
        details::pitches<N>(other),
        associated_accelerator_view(other.associated_accelerator_view),
        is_staging_(other.is_staging_) {}
  /// Copies the texels. It is noexcept, and terminates the program on failure, because that
  /// identifies kernels that contain a texture: see details::is_for_hosts.
  texture(const texture&& other) noexcept : texture(other) {}
  ~texture() = default;

  /// Makes this a copy of src, with new memory on the accelerator_view of src.
  MILLIAMP_CPU_ONLY texture& operator=(const texture& src) {
    if (this != &src) *this = texture(src);
    return *this;
  }
  MILLIAMP_CPU_ONLY texture& operator=(texture&& other) noexcept {
    return concurrency::details::reassign(*this, std::move(other));
  }

  /// Copies the texels, as by copy(*this, dest).
  MILLIAMP_CPU_ONLY void copy_to(texture& dest) const { graphics::copy(*this, dest); }
  MILLIAMP_CPU_ONLY void copy_to(const writeonly_texture_view<T, N>& dest) const {
    graphics::copy(*this, dest);
  }

  /// The texels of a staging texture; null for other textures.
  MILLIAMP_CPU_ONLY void* data() {
    return is_staging_ ? details::texel_access::data(*this) : nullptr;
  }
  MILLIAMP_CPU_ONLY const void* data() const {
    return is_staging_ ? details::texel_access::data(*this) : nullptr;
  }

  /// The accelerator_view to and from which a staging texture is copied; that of the texture for
  /// others.
  MILLIAMP_CPU_ONLY const concurrency::accelerator_view associated_accelerator_view;

  MILLIAMP_CPU_ONLY concurrency::accelerator_view get_associated_accelerator_view() const {
    return associated_accelerator_view;
  }
  MILLIAMP_CPU_ONLY unsigned int get_row_pitch() const {
    static_assert(N >= 2, "row_pitch is only for textures of rank 2 and 3");
    return this->row_pitch;
  }
  MILLIAMP_CPU_ONLY unsigned int get_depth_pitch() const {
    static_assert(N == 3, "depth_pitch is only for textures of rank 3");
    return this->depth_pitch;
  }

  /// The texel at an index. The operators [] and () do the same for an index or for N ints.
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE const value_type get(const index<N>& index) const {
    return this->load(index);
  }
  /// Stores a texel.
  MILLIAMP_AMP_ONLY MILLIAMP_ALWAYS_INLINE void set(const index<N>& index,
                                                    const value_type& value) {
    static_assert(details::is_read_write<T>,
                  "texture<T, N> can be written only if T is int, unsigned int or float: write "
                  "through a texture_view<T, N>");
    this->store(index, value);
  }

 private:
  friend struct details::texel_access;

  texture(const concurrency::extent<N>& ext, unsigned int bits, unsigned int levels,
          const accelerator_view_type& av, const accelerator_view_type* associated_av)
      : device_object(av),
        details::texels<T, N>(ext, bits, levels, av, associated_av != nullptr),
        details::pitches<N>(ext, bits / 8 * details::channels_of<T>),
        associated_accelerator_view(associated_av != nullptr ? *associated_av : av),
        is_staging_(associated_av != nullptr) {}

  template <class Source>
  texture(const Source& src, const accelerator_view_type& av,
          const accelerator_view_type* associated_av)
      : texture(src.extent, src.bits_per_scalar_element, src.mipmap_levels, av, associated_av) {
    graphics::copy(src, *this);
  }

  static constexpr unsigned int default_bits() {
    static_assert(!details::is_normalized<scalar_type>,
                  "norm and unorm have no default bits per scalar element: give 8 or 16");
    return details::natural_bits<scalar_type>;
  }

  bool is_staging_;
};

}  // namespace concurrency::graphics

#endif
