/// @file
/// Functions for the tests of textures.
#ifndef MILLIAMP_TESTS_CONFORMANCE_CHAPTER10_TEXTURES_H
#define MILLIAMP_TESTS_CONFORMANCE_CHAPTER10_TEXTURES_H

#include <amp_graphics.h>
#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

namespace milliamp::tests {

/// 0, 1, 2, … as values of a type.
template <class T>
std::vector<T> counted(std::size_t count, int first = 0) {
  std::vector<T> values(count);
  for (T& value : values) value = static_cast<T>(first++);
  return values;
}

/// What a kernel reads at every index of a texture or a view, row by row.
template <class Texture>
auto read_all(const Texture& texture) {
  using T = std::remove_const_t<typename Texture::value_type>;
  constexpr int rank = Texture::rank;
  concurrency::array<T, rank> values(texture.extent);
  if constexpr (std::is_base_of_v<detail::device_object, Texture>) {
    parallel_for_each(
        texture.extent,
        [&texture, &values ](concurrency::index<rank> i) restrict(amp) { values[i] = texture[i]; });
  } else {
    parallel_for_each(
        texture.extent,
        [ texture, &values ](concurrency::index<rank> i) restrict(amp) { values[i] = texture[i]; });
  }
  return std::vector<T>(values);
}

/// The bytes of a texture or a view, as values of a type.
template <class Stored, class Texture>
std::vector<Stored> raw(const Texture& texture) {
  std::vector<Stored> values(texture.data_length / sizeof(Stored));
  copy(texture, values.data(), texture.data_length);
  return values;
}

/// What function() throws, as text; empty if it throws nothing of that type.
template <class Exception, class Function>
std::string thrown(Function function) {
  try {
    function();
  } catch (const Exception& e) {
    return e.what();
  }
  return "";
}

}  // namespace milliamp::tests

#endif
