/// @file
/// The common part of textures and texture views: the texels of one or more mipmap levels in memory
/// (spec 10.1).
#ifndef MILLIAMP_DETAIL_TEXELS_H
#define MILLIAMP_DETAIL_TEXELS_H

#include <milliamp/detail/checked.h>
#include <milliamp/detail/placement.h>
#include <milliamp/detail/restrictions.h>
#include <milliamp/detail/strided_region.h>
#include <milliamp/detail/texel.h>

#include <array>
#include <typeinfo>

namespace milliamp::detail {

/// The element type of a texture, for the functions below.
struct texel_type {
  const char* scalar;
  int channels;
  /// The allowed numbers of bits per scalar. They are powers of 2, and this is their sum.
  unsigned int allowed_bits;
};

/// Checks the bits per scalar element and the number of mipmap levels of a new texture.
/// @return the number of levels: the maximum if levels is 0
/// @throws concurrency::unsupported_feature for bits that no texture of that type has, and for a
///   texture on the CPU that is not a staging texture
/// @throws concurrency::runtime_exception for bits that no texture has and for too many levels
MILLIAMP_API unsigned int check_texture(const texel_type& type, unsigned int bits,
                                        const int* lengths, int rank, unsigned int levels,
                                        const concurrency::accelerator_view& accelerator,
                                        bool is_staging);
/// Returns count.
/// @throws concurrency::runtime_exception for levels that a texture or a view does not have
MILLIAMP_API unsigned int check_levels(unsigned int first, unsigned int count, unsigned int levels);
/// @throws concurrency::runtime_exception for a level that does not exist
MILLIAMP_API void check_level(unsigned int level, unsigned int levels);
/// Throws concurrency::runtime_exception when the levels or the bits of two textures differ.
MILLIAMP_API void check_same_format(unsigned int source_levels, unsigned int destination_levels,
                                    unsigned int source_bits, unsigned int destination_bits);
/// Throws concurrency::runtime_exception for a copy between sections of a texture with several
/// levels.
MILLIAMP_API void check_one_level(unsigned int levels);
/// Throws concurrency::runtime_exception for a section that exceeds its texture.
MILLIAMP_API void check_section(const int* offset, const int* lengths, const int* whole, int rank);
/// Throws concurrency::runtime_exception when the program's buffer is too small.
MILLIAMP_API void check_bytes(std::size_t given, std::size_t needed);
/// Throws concurrency::runtime_exception for a range that is too short.
MILLIAMP_API void check_texel_count(std::size_t given, std::size_t needed);
/// Throws concurrency::runtime_exception unless elements have the same layout in memory as in
/// programs.
MILLIAMP_API void check_natural_bits(unsigned int bits, unsigned int natural);
[[noreturn]] MILLIAMP_API void throw_view_of_staging_texture();

/// The size of a texture in bytes.
/// @throws concurrency::runtime_exception for a size that exceeds the range of unsigned int
MILLIAMP_API unsigned int data_length(std::size_t bytes);
/// Throws concurrency::runtime_exception when source and destination are the same texture.
MILLIAMP_API void check_distinct(const void* source, const void* destination);

/// An out-of-bounds access to a texel.
struct texel_fault {
  const void* data;  ///< the first byte of the texture or view
  const int* index;
  const int* lengths;        ///< the lengths of the most detailed level
  const int* level_lengths;  ///< the lengths of the accessed level
  int rank;
  unsigned int level;
  unsigned int levels;
  const std::type_info* texel;
};

/// Reports an out-of-bounds access to a texel.
MILLIAMP_API void report_texel(const texel_fault& fault);

}  // namespace milliamp::detail

namespace concurrency::graphics::details {

/// Reads the private members of textures and their views.
struct texel_access;

template <class T>
constexpr milliamp::detail::texel_type texel_type_of() {
  using Scalar = scalar_of<T>;
  constexpr int channels = channels_of<T>;
  if (std::is_same_v<Scalar, double>) return {"double", channels, 64};
  if (std::is_same_v<Scalar, float>) return {"float", channels, channels == 3 ? 32 : 16 + 32};
  if (std::is_same_v<Scalar, norm>) return {"norm", channels, 8 + 16};
  if (std::is_same_v<Scalar, unorm>) return {"unorm", channels, 8 + 16};
  return {std::is_same_v<Scalar, int> ? "int" : "uint", channels, channels == 3 ? 32 : 8 + 16 + 32};
}

/// The extent of a mipmap level of a texture; level is the extent of the texture.
template <int N>
extent<N> level_extent(extent<N> level, unsigned int number) {
  for (int d = 0; d < N; ++d) level[d] = number < 32 ? level[d] >> number : 0;
  for (int d = 0; d < N; ++d) level[d] = level[d] > 0 ? level[d] : 1;
  return level;
}

template <int N>
std::array<int, N> lengths_of(const extent<N>& extent) {
  std::array<int, N> lengths;
  for (int d = 0; d < N; ++d) lengths[static_cast<std::size_t>(d)] = extent[d];
  return lengths;
}

/// Texels of type T in N dimensions. Properties are const members with a get_*() function each.
template <class T, int N>
class texels {
  static_assert(1 <= N && N <= 3, "the rank of a texture must be 1, 2 or 3");
  static_assert(
      is_texel<T>,
      "the elements of a texture must be int, uint or float vectors of length 1 to 4, norm or "
      "unorm vectors of length 1, 2 or 4, or double vectors of length 1 or 2");

 public:
  static constexpr int rank = N;

  /// The bits per component of an element in memory.
  MILLIAMP_CPU_ONLY const unsigned int bits_per_scalar_element;
  /// The number of accessible mipmap levels, starting with the most detailed one.
  const unsigned int mipmap_levels;
  /// The size in bytes of all levels on the host.
  MILLIAMP_CPU_ONLY const unsigned int data_length;
  /// The lengths of the most detailed level.
  const concurrency::extent<N> extent;

  MILLIAMP_CPU_ONLY unsigned int get_bits_per_scalar_element() const {
    return bits_per_scalar_element;
  }
  unsigned int get_mipmap_levels() const { return mipmap_levels; }
  MILLIAMP_CPU_ONLY unsigned int get_data_length() const { return data_length; }
  concurrency::extent<N> get_extent() const { return extent; }
  /// The lengths of a level.
  /// @throws runtime_exception for a level that does not exist
  concurrency::extent<N> get_mipmap_extent(unsigned int mipmap_level) const {
    milliamp::detail::check_level(mipmap_level, mipmap_levels);
    return level_extent(extent, mipmap_level);
  }

 protected:
  /// New texels.
  /// @param levels 0 for the maximum
  texels(const concurrency::extent<N>& ext, unsigned int bits, unsigned int levels,
         const concurrency::accelerator_view& accelerator, bool is_staging)
      : bits_per_scalar_element(bits),
        mipmap_levels(milliamp::detail::check_texture(
            texel_type_of<T>(), bits, lengths_of(ext).data(), N, levels, accelerator, is_staging)),
        data_length(milliamp::detail::data_length(bytes_of(ext, bits, mipmap_levels))),
        extent(ext),
        memory_(milliamp::detail::allocate(accelerator, data_length, 1)),
        strides_(extent) {}
  /// A range of levels of other texels.
  /// @throws runtime_exception for levels that do not exist
  texels(const texels& whole, unsigned int first_level, unsigned int levels)
      : bits_per_scalar_element(whole.bits_per_scalar_element),
        mipmap_levels(milliamp::detail::check_levels(first_level, levels, whole.mipmap_levels)),
        data_length(static_cast<unsigned int>(
            bytes_of(level_extent(whole.extent, first_level), bits_per_scalar_element, levels))),
        extent(level_extent(whole.extent, first_level)),
        memory_(whole.memory_, whole.level_memory(first_level)),
        strides_(extent) {}
  texels(const texels& other) = default;
  texels(texels&& other) = default;
  texels& operator=(const texels&) = delete;
  ~texels() = default;

  /// The texel at an index of the most detailed level. Instrumented translation units report
  /// out-of-bounds accesses: a read returns 0, a write has no effect.
  MILLIAMP_CHECKED_VARIANT MILLIAMP_ALWAYS_INLINE T load(const index<N>& at) const {
    if (!is_there(at, 0)) return T();
    return load_texel<T>(memory_.data(), strides_.offset(at), bits_per_scalar_element);
  }
  /// The texel at an index of a level.
  MILLIAMP_CHECKED_VARIANT MILLIAMP_ALWAYS_INLINE T load(const index<N>& at,
                                                         unsigned int level) const {
    if (level == 0) return load(at);
    if (!is_there(at, level)) return T();
    const concurrency::details::strides<N> strides(level_extent(extent, level));
    return load_texel<T>(level_memory(level), strides.offset(at), bits_per_scalar_element);
  }
  MILLIAMP_CHECKED_VARIANT MILLIAMP_ALWAYS_INLINE void store(const index<N>& at,
                                                             const T& value) const {
    if (!is_there(at, 0)) return;
    store_texel(memory_.data(), strides_.offset(at), bits_per_scalar_element, value);
  }

 private:
  friend struct texel_access;

  /// Whether the texel exists; reports the access if not. Plain translation units do not report it,
  /// and assume that it does, except with MILLIAMP_DROP_OUT_OF_BOUNDS.
  MILLIAMP_CHECKED_VARIANT MILLIAMP_ALWAYS_INLINE bool is_there(
      [[maybe_unused]] const index<N>& at, [[maybe_unused]] unsigned int level) const {
#if MILLIAMP_CHECKED_CODE
    const concurrency::extent<N> lengths = level_extent(extent, level);
    if (level < mipmap_levels && lengths.contains(at)) return true;
    std::array<int, N> indices;
    for (int d = 0; d < N; ++d) indices[static_cast<std::size_t>(d)] = at[d];
    milliamp::detail::report_texel({memory_.data(), indices.data(), lengths_of(extent).data(),
                                    lengths_of(lengths).data(), N, level, mipmap_levels,
                                    &typeid(T)});
    return false;
#elif MILLIAMP_DROP_OUT_OF_BOUNDS
    return level < mipmap_levels && level_extent(extent, level).contains(at);
#else
    return true;
#endif
  }

  static std::size_t texel_size(unsigned int bits) {
    return std::size_t{bits} / 8 * static_cast<std::size_t>(channels_of<T>);
  }
  /// The size in bytes of a number of levels; extent is that of the first.
  static std::size_t bytes_of(const concurrency::extent<N>& extent, unsigned int bits,
                              unsigned int levels) {
    std::size_t bytes = 0;
    for (unsigned int level = 0; level < levels; ++level) {
      const concurrency::extent<N> lengths = level_extent(extent, level);
      std::size_t level_bytes = texel_size(bits);
      for (int d = 0; d < N; ++d) level_bytes *= static_cast<std::size_t>(lengths[d]);
      bytes += level_bytes;
    }
    return bytes;
  }
  std::byte* level_memory(unsigned int level) const {
    return memory_.data() + bytes_of(extent, bits_per_scalar_element, level);
  }

  milliamp::detail::buffer_ref<std::byte> memory_;
  concurrency::details::strides<N> strides_;
};

struct texel_access {
  /// The texture, if it can have views.
  /// @throws runtime_exception for a staging texture
  template <class Texture>
  static const Texture& viewable(const Texture& texture) {
    if (texture.is_staging_) milliamp::detail::throw_view_of_staging_texture();
    return texture;
  }

  template <class T, int N>
  static const concurrency::accelerator_view& accelerator_of(const texels<T, N>& t) {
    return t.memory_.owner() != nullptr ? t.memory_.owner()->accelerator
                                        : milliamp::detail::host_accelerator;
  }

  /// The address of the first byte.
  template <class T, int N>
  static std::byte* data(const texels<T, N>& t) {
    return t.memory_.data();
  }

  template <class T, int N>
  static std::size_t texel_size(const texels<T, N>& t) {
    return t.texel_size(t.bits_per_scalar_element);
  }

  /// A level as a strided region.
  template <class T, int N>
  static milliamp::detail::strided_region_of<N> level(const texels<T, N>& t, unsigned int number) {
    const extent<N> lengths = level_extent(t.extent, number);
    return {t.level_memory(number), t.texel_size(t.bits_per_scalar_element), lengths,
            concurrency::details::strides<N>(lengths), t.memory_.owner()};
  }

  /// A section of the most detailed level as a strided region.
  template <class T, int N>
  static milliamp::detail::strided_region_of<N> section(const texels<T, N>& t,
                                                        const index<N>& origin,
                                                        const extent<N>& lengths) {
    const std::size_t size = t.texel_size(t.bits_per_scalar_element);
    return {t.memory_.data() + t.strides_.offset(origin) * static_cast<std::ptrdiff_t>(size), size,
            lengths, t.strides_, t.memory_.owner()};
  }
};

}  // namespace concurrency::graphics::details

#endif
