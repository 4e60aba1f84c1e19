/// @file
/// What milliamp/texture_copy.h is made of: the classes that are sources and destinations, the
/// memory of either, and a function for each pair of them. It checks the arguments and returns a
/// copy, which its caller runs or starts.
///
///     to_memory(copied(picture), pixels.data(), bytes).run();
#ifndef MILLIAMP_DETAIL_TEXTURE_COPIES_H
#define MILLIAMP_DETAIL_TEXTURE_COPIES_H

#include <milliamp/detail/host_memory.h>
#include <milliamp/detail/iterator.h>
#include <milliamp/texture_view.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace concurrency {
namespace graphics {
namespace details {

/// Whether a copy can read, or write, objects of a texture or texture view type.
template <class T>
inline constexpr bool is_source = false;
template <class T, int N>
inline constexpr bool is_source<texture<T, N>> = true;
template <class T, int N>
inline constexpr bool is_source<texture_view<T, N>> = true;

template <class T>
inline constexpr bool is_destination = false;
template <class T, int N>
inline constexpr bool is_destination<texture<T, N>> = true;
template <class T, int N>
inline constexpr bool is_destination<texture_view<T, N>> = true;
template <class T, int N>
inline constexpr bool is_destination<texture_view<const T, N>> = false;
template <class T, int N>
inline constexpr bool is_destination<writeonly_texture_view<T, N>> = true;
/// A const view may view texels that are not const.
template <class T, int N>
inline constexpr bool is_destination<const texture_view<T, N>> = is_destination<texture_view<T, N>>;
template <class T, int N>
inline constexpr bool is_destination<const writeonly_texture_view<T, N>> = true;

/// The result types of a copy from a texture, to a texture, to a view that is not an lvalue, and to
/// an iterator.
template <class Source, class Result>
using if_source = std::enable_if_t<is_source<Source>, Result>;
template <class Destination, class Result>
using if_destination = std::enable_if_t<is_destination<Destination>, Result>;
template <class View, class Result>
using if_view = if_destination<const View, Result>;
template <class Iterator, class Result>
using if_iterator = std::enable_if_t<concurrency::details::is_iterator<Iterator>, Result>;

/// The source or destination of a copy: all levels of a texture or of a view, or a section of the
/// most detailed one. It keeps the memory alive.
template <class T, int N>
class copied : public texels<T, N> {
 public:
  explicit copied(const texels<T, N>& all) : texels<T, N>(all), part_(all.extent) {}
  copied(const texels<T, N>& all, const index<N>& origin, const extent<N>& part)
      : texels<T, N>(all, 0, 1), origin_(origin), part_(part) {
    milliamp::detail::check_section(lengths_of(extent<N>() + origin).data(),
                                    lengths_of(part).data(), lengths_of(all.extent).data(), N);
  }

  /// The size of the program's buffer in bytes.
  std::size_t bytes() const {
    std::size_t sum = 0;
    for (unsigned int i = 0; i < this->mipmap_levels; ++i) sum += bytes_of_level(i);
    return sum;
  }
  std::size_t count() const { return bytes() / texel_size(); }

  void read(void* destination) const {
    const std::size_t usable =
        milliamp::detail::copyable_elements(destination, 1, bytes(), /*is_destination=*/true);
    if (usable == bytes()) return read_levels(destination);
    std::vector<std::byte> all(bytes());
    read_levels(all.data());
    std::memcpy(destination, all.data(), usable);
  }
  void write(const void* source) const {
    const std::size_t usable =
        milliamp::detail::copyable_elements(source, 1, bytes(), /*is_destination=*/false);
    if (usable == bytes()) return write_levels(source);
    std::vector<std::byte> all(bytes());
    std::memcpy(all.data(), source, usable);
    write_levels(all.data());
  }
  void read_levels(void* destination) const {
    std::byte* to = static_cast<std::byte*>(destination);
    for (unsigned int i = 0; i < this->mipmap_levels; to += bytes_of_level(i), ++i) {
      milliamp::detail::copy(level(i), outside(to, i));
    }
  }
  void write_levels(const void* source) const {
    std::byte* from = static_cast<std::byte*>(const_cast<void*>(source));
    for (unsigned int i = 0; i < this->mipmap_levels; from += bytes_of_level(i), ++i) {
      milliamp::detail::copy(outside(from, i), level(i));
    }
  }
  void read(const copied& destination) const {
    for (unsigned int i = 0; i < this->mipmap_levels; ++i) {
      milliamp::detail::copy(level(i), destination.level(i));
    }
  }

  /// A level, or the section of level 0.
  milliamp::detail::strided_region_of<N> level(unsigned int number) const {
    return number > 0 ? texel_access::level(*this, number)
                      : texel_access::section(*this, origin_, part_);
  }

  /// @throws runtime_exception for other extents, and for texels that overlap in memory
  void check_copy_to(const copied& destination) const {
    for (unsigned int i = 0; i < this->mipmap_levels; ++i) {
      milliamp::detail::check_copy(level(i), destination.level(i));
    }
  }

  /// Returns f(region), where the region is the program's whole buffer. It has the extent of the
  /// only level.
  template <class F>
  completion_future with_outside(void* memory, F f) const {
    if (this->mipmap_levels == 1) return f(outside(memory, 0));
    return f(milliamp::detail::contiguous_region(memory, texel_size(), count()));
  }

  /// The program's buffer for a level.
  milliamp::detail::strided_region_of<N> outside(void* memory, unsigned int level) const {
    return {memory, texel_size(), lengths(level), concurrency::details::strides<N>(lengths(level)),
            nullptr};
  }

 private:
  std::size_t texel_size() const { return texel_access::texel_size(*this); }
  extent<N> lengths(unsigned int level) const { return level_extent(part_, level); }
  std::size_t bytes_of_level(unsigned int level) const {
    std::size_t bytes = texel_size();
    for (const int length : lengths_of(lengths(level))) bytes *= static_cast<std::size_t>(length);
    return bytes;
  }

  index<N> origin_;
  extent<N> part_;
};
template <class T, int N>
copied(const texels<T, N>&) -> copied<T, N>;
template <class T, int N>
copied(const texels<T, N>&, const index<N>&, const extent<N>&) -> copied<T, N>;

/// A copy whose arguments have been checked.
template <class Function, class Submit>
class checked_copy {
 public:
  /// @param submit passes the function to another thread
  checked_copy(Function function, Submit submit)
      : function_(std::move(function)), submit_(std::move(submit)) {}

  void run() { function_(); }
  completion_future start() { return submit_(std::move(function_)); }

 private:
  Function function_;
  Submit submit_;
};

template <class T, int N>
auto to_memory(const copied<T, N>& source, void* destination, unsigned int bytes) {
  milliamp::detail::check_bytes(bytes, source.bytes());
  return checked_copy([source, destination] { source.read(destination); },
                      [source, destination](std::function<void()> function) {
                        return source.with_outside(destination, [&](const auto& outside) {
                          return milliamp::detail::submit_copy(source.level(0), outside,
                                                               std::move(function));
                        });
                      });
}
template <class T, int N>
auto from_memory(const void* source, unsigned int bytes, const copied<T, N>& destination) {
  milliamp::detail::check_bytes(bytes, destination.bytes());
  return checked_copy([source, destination] { destination.write(source); },
                      [source, destination](std::function<void()> function) {
                        const auto submit = [&](const auto& outside) {
                          return milliamp::detail::submit_copy(outside, destination.level(0),
                                                               std::move(function));
                        };
                        return destination.with_outside(const_cast<void*>(source), submit);
                      });
}
template <class T, int N, class OutputIterator>
auto to_iterator(const copied<T, N>& source, OutputIterator destination) {
  milliamp::detail::check_natural_bits(source.bits_per_scalar_element, natural_bits<scalar_of<T>>);
  return checked_copy(
      [source, destination] {
        std::vector<T> elements(source.count());
        source.read_levels(elements.data());
        const std::size_t usable = concurrency::details::copyable_count(
            destination, elements.size(), /*is_destination=*/true);
        std::copy_n(elements.begin(), usable, destination);
      },
      [source, destination](std::function<void()> function) {
        return milliamp::detail::submit_copy(
            source.level(0), concurrency::details::region_of(destination, source.count()),
            std::move(function));
      });
}
template <class T, int N, class InputIterator>
auto from_range(InputIterator first, InputIterator last, const copied<T, N>& destination) {
  milliamp::detail::check_natural_bits(destination.bits_per_scalar_element,
                                       natural_bits<scalar_of<T>>);
  std::vector<T> elements;
  elements.reserve(destination.count());
  // Incrementing an iterator of a stream reads the next value.
  while (elements.size() < destination.count() && first != last) {
    elements.push_back(*first);
    if (elements.size() < destination.count()) ++first;
  }
  milliamp::detail::check_texel_count(elements.size(), destination.count());
  return checked_copy(
      [elements = std::move(elements), destination] { destination.write_levels(elements.data()); },
      [destination](std::function<void()> function) {
        return milliamp::detail::submit_copy(destination.outside(nullptr, 0), destination.level(0),
                                             std::move(function));
      });
}
template <class T, int N>
auto from_texture_to_texture(const copied<T, N>& source, const copied<T, N>& destination) {
  milliamp::detail::check_same_format(source.mipmap_levels, destination.mipmap_levels,
                                      source.bits_per_scalar_element,
                                      destination.bits_per_scalar_element);
  source.check_copy_to(destination);
  return checked_copy([source, destination] { source.read(destination); },
                      [source, destination](std::function<void()> function) {
                        return milliamp::detail::submit_copy(source.level(0), destination.level(0),
                                                             std::move(function));
                      });
}
template <class T, int N>
auto from_section_to_section(const texels<T, N>& source, const index<N>& source_origin,
                             const texels<T, N>& destination, const index<N>& destination_origin,
                             const extent<N>& part) {
  milliamp::detail::check_one_level(source.mipmap_levels);
  milliamp::detail::check_one_level(destination.mipmap_levels);
  milliamp::detail::check_distinct(texel_access::data(source), texel_access::data(destination));
  return from_texture_to_texture(copied(source, source_origin, part),
                                 copied(destination, destination_origin, part));
}

}  // namespace details
}  // namespace graphics
}  // namespace concurrency

#endif
