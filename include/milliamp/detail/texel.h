/// @file
/// Texels in memory: the scalars of a texture's elements are stored in 8, 16, 32 or 64 bits, by
/// Direct3D's conversion rules (spec 10.1.3).
#ifndef MILLIAMP_DETAIL_TEXEL_H
#define MILLIAMP_DETAIL_TEXEL_H

#include <milliamp/short_vectors.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace concurrency::graphics::details {

/// The scalar type of a texture's element type, and the number of scalars, which Direct3D calls
/// channels.
template <class T>
using scalar_of = typename short_vector_traits<std::remove_cv_t<T>>::value_type;
template <class T>
inline constexpr int channels_of = short_vector_traits<std::remove_cv_t<T>>::size;

/// The default number of bits per scalar of a texture; norm and unorm have no default.
template <class Scalar>
inline constexpr unsigned int natural_bits = 8 * sizeof(Scalar);
template <class Scalar>
inline constexpr bool is_normalized = std::is_same_v<Scalar, norm> || std::is_same_v<Scalar, unorm>;

/// Whether T can be the element type of a texture.
template <class T, class = void>
inline constexpr bool is_texel = false;
template <class T>
inline constexpr bool is_texel<T, std::void_t<scalar_of<T>>> =
    channels_of<T> != 3 ? !std::is_same_v<scalar_of<T>, double> || channels_of<T> != 4
                        : !std::is_same_v<scalar_of<T>, double> && !is_normalized<scalar_of<T>>;

/// A 16-bit float: a sign, 5 bits of exponent and 10 of mantissa.
struct half {
  std::uint16_t bits;
};

// --- Reading a scalar ----------------------------------------------------------------------------

MILLIAMP_ALWAYS_INLINE float decode(half stored, float*) {
  const std::uint32_t sign = (stored.bits & 0x8000u) << 16;
  const std::uint32_t exponent = stored.bits >> 10 & 0x1fu, mantissa = stored.bits & 0x3ffu;
  std::uint32_t bits;
  if (exponent == 0) {
    const float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    std::memcpy(&bits, &magnitude, sizeof bits);
  } else {
    bits = (exponent == 31 ? 255u : exponent + 112u) << 23 | mantissa << 13;
  }
  bits |= sign;
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
/// The lowest two values of a signed format both represent -1.
template <class Stored>
MILLIAMP_ALWAYS_INLINE norm decode(Stored stored, norm*) {
  return norm(static_cast<float>(stored) / static_cast<float>(std::numeric_limits<Stored>::max()));
}
template <class Stored>
MILLIAMP_ALWAYS_INLINE unorm decode(Stored stored, unorm*) {
  return unorm(static_cast<float>(stored) / static_cast<float>(std::numeric_limits<Stored>::max()));
}
template <class Stored, class Scalar>
MILLIAMP_ALWAYS_INLINE Scalar decode(Stored stored, Scalar*) {
  return stored;
}

// --- Writing a scalar ----------------------------------------------------------------------------

/// Rounds towards zero. Values too large for the format become the largest finite number.
MILLIAMP_ALWAYS_INLINE void encode(float value, half& stored) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  const std::uint32_t magnitude = bits & 0x7fffffffu;
  std::uint32_t result;
  if (magnitude > 0x7f800000u) {
    result = 0x7e00u;  // NaN
  } else if (magnitude == 0x7f800000u) {
    result = 0x7c00u;  // infinity
  } else if (magnitude >= 0x47800000u) {
    result = 0x7bffu;
  } else if (magnitude >= 0x38800000u) {
    result = (magnitude >> 13) - (112u << 10);
  } else {
    float small;
    std::memcpy(&small, &magnitude, sizeof small);
    result = static_cast<std::uint32_t>(small * 0x1p24f);
  }
  stored.bits = static_cast<std::uint16_t>((bits >> 16 & 0x8000u) | result);
}
/// Rounds to nearest, with halfway cases away from zero.
template <class Stored>
MILLIAMP_ALWAYS_INLINE void encode(norm value, Stored& stored) {
  const float scaled =
      static_cast<float>(value) * static_cast<float>(std::numeric_limits<Stored>::max());
  stored = static_cast<Stored>(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}
template <class Stored>
MILLIAMP_ALWAYS_INLINE void encode(unorm value, Stored& stored) {
  const float scaled =
      static_cast<float>(value) * static_cast<float>(std::numeric_limits<Stored>::max());
  stored = static_cast<Stored>(scaled + 0.5f);
}
MILLIAMP_ALWAYS_INLINE void encode(float value, float& stored) { stored = value; }
MILLIAMP_ALWAYS_INLINE void encode(double value, double& stored) { stored = value; }
/// Integers out of range are clamped.
template <class Stored>
MILLIAMP_ALWAYS_INLINE void encode(int value, Stored& stored) {
  using limits = std::numeric_limits<Stored>;
  stored = static_cast<Stored>(value < limits::min()   ? limits::min()
                               : value > limits::max() ? limits::max()
                                                       : value);
}
template <class Stored>
MILLIAMP_ALWAYS_INLINE void encode(unsigned int value, Stored& stored) {
  constexpr unsigned int most = std::numeric_limits<Stored>::max();
  stored = static_cast<Stored>(value > most ? most : value);
}

// --- Texels --------------------------------------------------------------------------------------

/// The storage types of a scalar.
template <class... Stored>
struct formats {};

inline formats<std::int32_t, std::int16_t, std::int8_t> formats_of(int*);
inline formats<std::uint32_t, std::uint16_t, std::uint8_t> formats_of(unsigned int*);
inline formats<float, half> formats_of(float*);
inline formats<double> formats_of(double*);
inline formats<std::int16_t, std::int8_t> formats_of(norm*);
inline formats<std::uint16_t, std::uint8_t> formats_of(unorm*);

/// The storage types and the channels of the elements of a texture of T.
template <class T>
using formats_for = decltype(formats_of(static_cast<scalar_of<T>*>(nullptr)));
template <class T>
using channels_for = std::make_integer_sequence<int, channels_of<T>>;

template <class T, class Stored, int... Channels>
MILLIAMP_ALWAYS_INLINE T decode_channels(const Stored* stored,
                                         std::integer_sequence<int, Channels...>) {
  return T(decode(stored[Channels], static_cast<scalar_of<T>*>(nullptr))...);
}

/// The texel at a position in memory, whose format is the one with the given bits.
template <class T, class Stored, class... Others>
MILLIAMP_ALWAYS_INLINE T load_texel(const std::byte* memory, std::ptrdiff_t number,
                                    unsigned int bits, formats<Stored, Others...>) {
  if constexpr (sizeof...(Others) > 0) {
    if (bits != 8 * sizeof(Stored))
      return load_texel<T>(memory, number, bits, formats<Others...>());
  }
  const auto* stored = reinterpret_cast<const Stored*>(memory) + number * channels_of<T>;
  return decode_channels<T>(stored, channels_for<T>());
}
template <class T>
MILLIAMP_ALWAYS_INLINE T load_texel(const std::byte* memory, std::ptrdiff_t number,
                                    unsigned int bits) {
  return load_texel<T>(memory, number, bits, formats_for<T>());
}

/// A component of an element; component 0 of a scalar is the scalar itself.
template <int Channel, class T>
MILLIAMP_ALWAYS_INLINE const auto& channel(const T& value) {
  if constexpr (channels_of<T> == 1) {
    return value;
  } else {
    return get<Channel>(value);
  }
}

template <class T, class Stored, int... Channels>
MILLIAMP_ALWAYS_INLINE void encode_channels(const T& value, Stored* stored,
                                            std::integer_sequence<int, Channels...>) {
  (encode(channel<Channels>(value), stored[Channels]), ...);
}

template <class T, class Stored, class... Others>
MILLIAMP_ALWAYS_INLINE void store_texel(std::byte* memory, std::ptrdiff_t number, unsigned int bits,
                                        const T& value, formats<Stored, Others...>) {
  if constexpr (sizeof...(Others) > 0) {
    if (bits != 8 * sizeof(Stored)) {
      return store_texel(memory, number, bits, value, formats<Others...>());
    }
  }
  auto* stored = reinterpret_cast<Stored*>(memory) + number * channels_of<T>;
  encode_channels(value, stored, channels_for<T>());
}
template <class T>
MILLIAMP_ALWAYS_INLINE void store_texel(std::byte* memory, std::ptrdiff_t number, unsigned int bits,
                                        const T& value) {
  store_texel(memory, number, bits, value, formats_for<T>());
}

}  // namespace concurrency::graphics::details

#endif
