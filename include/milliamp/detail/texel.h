/// @file
/// Texels in memory: how the scalars of a texture's elements are stored in 8, 16, 32 or 64 bits, by
/// Direct3D's rules for conversions (spec 10.1.3).
#ifndef MILLIAMP_DETAIL_TEXEL_H
#define MILLIAMP_DETAIL_TEXEL_H

#include <milliamp/detail/checked.h>
#include <milliamp/short_vectors.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>

namespace concurrency {
namespace graphics {
namespace detail {

/// The scalar type of a texture's element type, and the number of scalars, which Direct3D calls
/// channels.
template <class T>
using scalar_of = typename short_vector_traits<std::remove_cv_t<T>>::value_type;
template <class T>
inline constexpr int channels_of = short_vector_traits<std::remove_cv_t<T>>::size;

/// The bits of a scalar of a texture for which the program gives none; there is no such number for
/// norm and unorm.
template <class Scalar>
inline constexpr unsigned int natural_bits = 8 * sizeof(Scalar);
template <class Scalar>
inline constexpr bool is_normalized = std::is_same_v<Scalar, norm> || std::is_same_v<Scalar, unorm>;

/// Whether the elements of a texture may be of type T.
template <class T, class = void>
inline constexpr bool is_texel = false;
template <class T>
inline constexpr bool is_texel<T, std::void_t<scalar_of<T>>> =
    channels_of<T> != 3 ? !std::is_same_v<scalar_of<T>, double> || channels_of<T> != 4
                        : !std::is_same_v<scalar_of<T>, double> && !is_normalized<scalar_of<T>>;

/// A float in 16 bits: a sign, 5 bits of exponent and 10 of mantissa.
struct half {
  std::uint16_t bits;
};

// --- Reading a scalar ----------------------------------------------------------------------------

inline float decode(half stored, float*) {
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
/// The lowest two values of a signed format both mean -1.
template <class Stored>
norm decode(Stored stored, norm*) {
  return norm(static_cast<float>(stored) / static_cast<float>(std::numeric_limits<Stored>::max()));
}
template <class Stored>
unorm decode(Stored stored, unorm*) {
  return unorm(static_cast<float>(stored) / static_cast<float>(std::numeric_limits<Stored>::max()));
}
template <class Stored, class Scalar>
Scalar decode(Stored stored, Scalar*) {
  return stored;
}

// --- Writing a scalar ----------------------------------------------------------------------------

/// Rounds towards zero; what is too large for the format becomes the largest finite number.
inline void encode(float value, half& stored) {
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
/// Rounds to the nearest, halfway cases away from zero.
template <class Stored>
void encode(norm value, Stored& stored) {
  const float scaled =
      static_cast<float>(value) * static_cast<float>(std::numeric_limits<Stored>::max());
  stored = static_cast<Stored>(scaled < 0 ? scaled - 0.5f : scaled + 0.5f);
}
template <class Stored>
void encode(unorm value, Stored& stored) {
  const float scaled =
      static_cast<float>(value) * static_cast<float>(std::numeric_limits<Stored>::max());
  stored = static_cast<Stored>(scaled + 0.5f);
}
inline void encode(float value, float& stored) { stored = value; }
inline void encode(double value, double& stored) { stored = value; }
/// Integers that do not fit are clamped.
template <class Stored>
void encode(int value, Stored& stored) {
  using limits = std::numeric_limits<Stored>;
  stored = static_cast<Stored>(value < limits::min()   ? limits::min()
                               : value > limits::max() ? limits::max()
                                                       : value);
}
template <class Stored>
void encode(unsigned int value, Stored& stored) {
  constexpr unsigned int most = std::numeric_limits<Stored>::max();
  stored = static_cast<Stored>(value > most ? most : value);
}

// --- Texels --------------------------------------------------------------------------------------

/// Calls function with a value of the type that a scalar is stored as.
template <class Scalar, class Function>
auto with_stored_type(unsigned int bits, Function function) {
  if constexpr (std::is_same_v<Scalar, double>) {
    return function(double());
  } else if constexpr (std::is_same_v<Scalar, float>) {
    return bits == 32 ? function(float()) : function(half());
  } else if constexpr (std::is_same_v<Scalar, int>) {
    return bits == 32   ? function(std::int32_t())
           : bits == 16 ? function(std::int16_t())
                        : function(std::int8_t());
  } else if constexpr (std::is_same_v<Scalar, unsigned int>) {
    return bits == 32   ? function(std::uint32_t())
           : bits == 16 ? function(std::uint16_t())
                        : function(std::uint8_t());
  } else if constexpr (std::is_same_v<Scalar, norm>) {
    return bits == 16 ? function(std::int16_t()) : function(std::int8_t());
  } else {
    return bits == 16 ? function(std::uint16_t()) : function(std::uint8_t());
  }
}

template <class T, class Stored, int... Channels>
MILLIAMP_CHECKED_VARIANT T decode_channels(const Stored* stored,
                                           std::integer_sequence<int, Channels...>) {
  return T(decode(stored[Channels], static_cast<scalar_of<T>*>(nullptr))...);
}

/// The texel of a number among those in memory.
template <class T>
MILLIAMP_CHECKED_VARIANT T load_texel(const std::byte* memory, std::ptrdiff_t number,
                                      unsigned int bits) {
  return with_stored_type<scalar_of<T>>(bits, [&](auto type) {
    const auto* first = reinterpret_cast<const decltype(type)*>(memory) + number * channels_of<T>;
    return decode_channels<T>(first, std::make_integer_sequence<int, channels_of<T>>());
  });
}

/// A component of an element; the component 0 of a scalar is the scalar.
template <int Channel, class T>
auto channel(const T& value) {
  if constexpr (channels_of<T> == 1) {
    return value;
  } else {
    return value.template at<Channel>();
  }
}

template <class T, class Stored, int... Channels>
MILLIAMP_CHECKED_VARIANT void encode_channels(const T& value, Stored* stored,
                                              std::integer_sequence<int, Channels...>) {
  (encode(channel<Channels>(value), stored[Channels]), ...);
}

template <class T>
MILLIAMP_CHECKED_VARIANT void store_texel(std::byte* memory, std::ptrdiff_t number,
                                          unsigned int bits, const T& value) {
  with_stored_type<scalar_of<T>>(bits, [&](auto type) {
    auto* first = reinterpret_cast<decltype(type)*>(memory) + number * channels_of<T>;
    encode_channels(value, first, std::make_integer_sequence<int, channels_of<T>>());
  });
}

}  // namespace detail
}  // namespace graphics
}  // namespace concurrency

#endif
