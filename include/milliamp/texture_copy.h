/// @file
/// copy and copy_async for textures and their views (spec 10.6).
///
///     copy(pixels.data(), pixels_size, picture);
///     copy(picture, index<2>(8, 8), extent<2>(16, 16), corner.data(), corner_size);
///
/// The program's buffers contain contiguous texels in the texture's format, level by level; the
/// least significant dimension varies fastest. Iterators require textures whose elements have the
/// same layout in memory as in programs. Like all copies, these wait for commands submitted before.
/// The asynchronous forms start a copy on another thread. Errors that the synchronous forms detect
/// before they read or write anything are thrown at once.
#ifndef MILLIAMP_TEXTURE_COPY_H
#define MILLIAMP_TEXTURE_COPY_H

#include <milliamp/detail/texture_copies.h>
#include <milliamp/texture_view.h>

#include <type_traits>

namespace concurrency {
namespace graphics {

/// Copies all levels, or a section of the most detailed one, to a buffer.
/// @throws runtime_exception for a buffer that is too small, and for a section that exceeds the
///   texture
template <typename src_type>
details::if_source<src_type, void> copy(const src_type& texture, void* dst,
                                        unsigned int dst_byte_size) {
  details::to_memory(details::copied(texture), dst, dst_byte_size).run();
}
template <typename src_type>
details::if_source<src_type, void> copy(const src_type& texture,
                                        const index<src_type::rank>& src_offset,
                                        const extent<src_type::rank>& copy_extent, void* dst,
                                        unsigned int dst_byte_size) {
  details::to_memory(details::copied(texture, src_offset, copy_extent), dst, dst_byte_size).run();
}
template <typename src_type>
details::if_source<src_type, completion_future> copy_async(const src_type& texture, void* dst,
                                                           unsigned int dst_byte_size) {
  return details::to_memory(details::copied(texture), dst, dst_byte_size).start();
}
template <typename src_type>
details::if_source<src_type, completion_future> copy_async(
    const src_type& texture, const index<src_type::rank>& src_offset,
    const extent<src_type::rank>& copy_extent, void* dst, unsigned int dst_byte_size) {
  return details::to_memory(details::copied(texture, src_offset, copy_extent), dst, dst_byte_size)
      .start();
}

/// Copies a buffer to all levels, or to a section of the most detailed one.
/// @throws runtime_exception for a buffer that is too small, and for a section that exceeds the
///   texture
template <typename dst_type>
details::if_destination<dst_type, void> copy(const void* src, unsigned int src_byte_size,
                                             dst_type& texture) {
  details::from_memory(src, src_byte_size, details::copied(texture)).run();
}
template <typename dst_type>
details::if_destination<dst_type, void> copy(const void* src, unsigned int src_byte_size,
                                             dst_type& texture,
                                             const index<dst_type::rank>& dst_offset,
                                             const extent<dst_type::rank>& copy_extent) {
  details::from_memory(src, src_byte_size, details::copied(texture, dst_offset, copy_extent)).run();
}
template <typename dst_type>
details::if_destination<dst_type, completion_future> copy_async(const void* src,
                                                                unsigned int src_byte_size,
                                                                dst_type& texture) {
  return details::from_memory(src, src_byte_size, details::copied(texture)).start();
}
template <typename dst_type>
details::if_destination<dst_type, completion_future> copy_async(
    const void* src, unsigned int src_byte_size, dst_type& texture,
    const index<dst_type::rank>& dst_offset, const extent<dst_type::rank>& copy_extent) {
  return details::from_memory(src, src_byte_size, details::copied(texture, dst_offset, copy_extent))
      .start();
}

/// Copies a range of elements to all levels, or to a section of the most detailed one. The former
/// has one overload per kind of destination: a template for all of them would not be more
/// specialized than std::copy. That template is for explicit arguments only, and deduces nothing
/// from the destination.
/// @throws runtime_exception for a range that is too short, for a section that exceeds the texture,
///   and for other bits per scalar element than those of the type in programs
template <typename InputIterator, typename T, int N>
void copy(InputIterator first, InputIterator last, texture<T, N>& texture) {
  details::from_range(first, last, details::copied(texture)).run();
}
template <typename InputIterator, typename T, int N, class = std::enable_if_t<!std::is_const_v<T>>>
void copy(InputIterator first, InputIterator last, const texture_view<T, N>& texture) {
  details::from_range(first, last, details::copied(texture)).run();
}
template <typename InputIterator, typename T, int N>
void copy(InputIterator first, InputIterator last, const writeonly_texture_view<T, N>& texture) {
  details::from_range(first, last, details::copied(texture)).run();
}
template <typename InputIterator, typename dst_type>
void copy(InputIterator first, InputIterator last,
          details::if_destination<dst_type, dst_type>& texture) {
  details::from_range(first, last, details::copied(texture)).run();
}
template <typename InputIterator, typename dst_type>
details::if_destination<dst_type, void> copy(InputIterator first, InputIterator last,
                                             dst_type& texture,
                                             const index<dst_type::rank>& dst_offset,
                                             const extent<dst_type::rank>& copy_extent) {
  details::from_range(first, last, details::copied(texture, dst_offset, copy_extent)).run();
}
template <typename InputIterator, typename T, int N>
completion_future copy_async(InputIterator first, InputIterator last, texture<T, N>& texture) {
  return details::from_range(first, last, details::copied(texture)).start();
}
template <typename InputIterator, typename T, int N, class = std::enable_if_t<!std::is_const_v<T>>>
completion_future copy_async(InputIterator first, InputIterator last,
                             const texture_view<T, N>& texture) {
  return details::from_range(first, last, details::copied(texture)).start();
}
template <typename InputIterator, typename T, int N>
completion_future copy_async(InputIterator first, InputIterator last,
                             const writeonly_texture_view<T, N>& texture) {
  return details::from_range(first, last, details::copied(texture)).start();
}
template <typename InputIterator, typename dst_type>
completion_future copy_async(InputIterator first, InputIterator last,
                             details::if_destination<dst_type, dst_type>& texture) {
  return details::from_range(first, last, details::copied(texture)).start();
}
template <typename InputIterator, typename dst_type>
details::if_destination<dst_type, completion_future> copy_async(
    InputIterator first, InputIterator last, dst_type& texture,
    const index<dst_type::rank>& dst_offset, const extent<dst_type::rank>& copy_extent) {
  return details::from_range(first, last, details::copied(texture, dst_offset, copy_extent))
      .start();
}

/// Copies all levels, or a section of the most detailed one, to an iterator.
/// @throws runtime_exception for a section that exceeds the texture, and for other bits per scalar
///   element than those of the type in programs
template <typename src_type, typename OutputIterator>
details::if_source<src_type, details::if_iterator<OutputIterator, void>> copy(
    const src_type& texture, OutputIterator dst) {
  details::to_iterator(details::copied(texture), dst).run();
}
template <typename src_type, typename OutputIterator>
details::if_source<src_type, details::if_iterator<OutputIterator, void>> copy(
    const src_type& texture, const index<src_type::rank>& src_offset,
    const extent<src_type::rank>& copy_extent, OutputIterator dst) {
  details::to_iterator(details::copied(texture, src_offset, copy_extent), dst).run();
}
template <typename src_type, typename OutputIterator>
details::if_source<src_type, details::if_iterator<OutputIterator, completion_future>> copy_async(
    const src_type& texture, OutputIterator dst) {
  return details::to_iterator(details::copied(texture), dst).start();
}
template <typename src_type, typename OutputIterator>
details::if_source<src_type, details::if_iterator<OutputIterator, completion_future>> copy_async(
    const src_type& texture, const index<src_type::rank>& src_offset,
    const extent<src_type::rank>& copy_extent, OutputIterator dst) {
  return details::to_iterator(details::copied(texture, src_offset, copy_extent), dst).start();
}

/// Copies all levels of a texture to another texture.
/// @throws runtime_exception for different extents, bits per scalar element or numbers of levels
template <typename src_type, typename dst_type>
details::if_source<src_type, details::if_destination<dst_type, void>> copy(
    const src_type& src_texture, dst_type& dst_texture) {
  details::from_texture_to_texture(details::copied(src_texture), details::copied(dst_texture))
      .run();
}
template <typename src_type, typename dst_type>
details::if_source<src_type, details::if_destination<dst_type, completion_future>> copy_async(
    const src_type& src_texture, dst_type& dst_texture) {
  return details::from_texture_to_texture(details::copied(src_texture),
                                          details::copied(dst_texture))
      .start();
}

/// Copies a section of a texture to a section of another texture.
/// @throws runtime_exception for sections that exceed the textures, for different bits per scalar
///   element, for textures of more than one level, and when both are the same texture
template <typename src_type, typename dst_type>
details::if_source<src_type, details::if_destination<dst_type, void>> copy(
    const src_type& src_texture, const index<src_type::rank>& src_offset, dst_type& dst_texture,
    const index<dst_type::rank>& dst_offset, const extent<dst_type::rank>& copy_extent) {
  details::from_section_to_section(src_texture, src_offset, dst_texture, dst_offset, copy_extent)
      .run();
}
template <typename src_type, typename dst_type>
details::if_source<src_type, details::if_destination<dst_type, completion_future>> copy_async(
    const src_type& src_texture, const index<src_type::rank>& src_offset, dst_type& dst_texture,
    const index<dst_type::rank>& dst_offset, const extent<dst_type::rank>& copy_extent) {
  return details::from_section_to_section(src_texture, src_offset, dst_texture, dst_offset,
                                          copy_extent)
      .start();
}

/// Copies to a view that is not an lvalue, such as the result of a function, and is otherwise as
/// the copies above. A texture that is not an lvalue is no destination: nothing could read it
/// later.
template <typename dst_type>
details::if_view<dst_type, void> copy(const void* src, unsigned int src_byte_size,
                                      dst_type&& texture) {
  graphics::copy(src, src_byte_size, texture);
}
template <typename dst_type>
details::if_view<dst_type, void> copy(const void* src, unsigned int src_byte_size,
                                      dst_type&& texture, const index<dst_type::rank>& dst_offset,
                                      const extent<dst_type::rank>& copy_extent) {
  graphics::copy(src, src_byte_size, texture, dst_offset, copy_extent);
}
template <typename InputIterator, typename dst_type>
details::if_view<dst_type, void> copy(InputIterator first, InputIterator last, dst_type&& texture,
                                      const index<dst_type::rank>& dst_offset,
                                      const extent<dst_type::rank>& copy_extent) {
  graphics::copy(first, last, texture, dst_offset, copy_extent);
}
template <typename src_type, typename dst_type>
details::if_source<src_type, details::if_view<dst_type, void>> copy(const src_type& src_texture,
                                                                    dst_type&& dst_texture) {
  graphics::copy(src_texture, dst_texture);
}
template <typename src_type, typename dst_type>
details::if_source<src_type, details::if_view<dst_type, void>> copy(
    const src_type& src_texture, const index<src_type::rank>& src_offset, dst_type&& dst_texture,
    const index<dst_type::rank>& dst_offset, const extent<dst_type::rank>& copy_extent) {
  graphics::copy(src_texture, src_offset, dst_texture, dst_offset, copy_extent);
}
template <typename dst_type>
details::if_view<dst_type, completion_future> copy_async(const void* src,
                                                         unsigned int src_byte_size,
                                                         dst_type&& texture) {
  return graphics::copy_async(src, src_byte_size, texture);
}
template <typename dst_type>
details::if_view<dst_type, completion_future> copy_async(
    const void* src, unsigned int src_byte_size, dst_type&& texture,
    const index<dst_type::rank>& dst_offset, const extent<dst_type::rank>& copy_extent) {
  return graphics::copy_async(src, src_byte_size, texture, dst_offset, copy_extent);
}
template <typename InputIterator, typename dst_type>
details::if_view<dst_type, completion_future> copy_async(
    InputIterator first, InputIterator last, dst_type&& texture,
    const index<dst_type::rank>& dst_offset, const extent<dst_type::rank>& copy_extent) {
  return graphics::copy_async(first, last, texture, dst_offset, copy_extent);
}
template <typename src_type, typename dst_type>
details::if_source<src_type, details::if_view<dst_type, completion_future>> copy_async(
    const src_type& src_texture, dst_type&& dst_texture) {
  return graphics::copy_async(src_texture, dst_texture);
}
template <typename src_type, typename dst_type>
details::if_source<src_type, details::if_view<dst_type, completion_future>> copy_async(
    const src_type& src_texture, const index<src_type::rank>& src_offset, dst_type&& dst_texture,
    const index<dst_type::rank>& dst_offset, const extent<dst_type::rank>& copy_extent) {
  return graphics::copy_async(src_texture, src_offset, dst_texture, dst_offset, copy_extent);
}

}  // namespace graphics

using graphics::copy;
using graphics::copy_async;

}  // namespace concurrency

#endif
