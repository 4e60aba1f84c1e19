/// @file
/// Checks of the arguments of textures, their views, their copies and samplers.

#include "base/invalid_argument.h"
#include "base/show.h"

#include <milliamp/accelerator.h>
#include <milliamp/detail/texels.h>
#include <milliamp/exceptions.h>
#include <milliamp/sampler.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

namespace milliamp::detail {

namespace {

using concurrency::unsupported_feature;

std::string show_bits(unsigned int sum) {
  std::string text;
  for (unsigned int bits = 1; bits <= sum; bits *= 2) {
    if ((sum & bits) != 0) text += (text.empty() ? "" : ", ") + std::to_string(bits);
  }
  return text;
}

void check_bits(const texel_type& type, unsigned int bits) {
  constexpr unsigned int all_bits = 8 + 16 + 32 + 64;
  if (!std::has_single_bit(bits) || (bits & all_bits) == 0) {
    base::throw_invalid("a texture cannot have " + std::to_string(bits) +
                        " bits per scalar element; use one of " + show_bits(all_bits));
  }
  if ((bits & type.allowed_bits) == 0) {
    const std::string name =
        type.scalar + (type.channels == 1 ? "" : "_" + std::to_string(type.channels));
    throw unsupported_feature(("a texture of " + name + " cannot have " + std::to_string(bits) +
                               " bits per scalar element; use one of " +
                               show_bits(type.allowed_bits))
                                  .c_str());
  }
}

}  // namespace

unsigned int check_texture(const texel_type& type, unsigned int bits, const int* lengths, int rank,
                           unsigned int levels, const concurrency::accelerator_view& view,
                           bool is_staging) {
  check_bits(type, bits);
  count_elements(lengths, rank, 1, bits / 8 * static_cast<std::size_t>(type.channels));
  const auto longest = static_cast<unsigned int>(*std::max_element(lengths, lengths + rank));
  const auto most = static_cast<unsigned int>(std::bit_width(longest));
  if (levels > most) {
    base::throw_invalid("a texture of extent " + base::show(lengths, rank) + " cannot have " +
                        std::to_string(levels) + " mipmap levels; it can have " +
                        std::to_string(most) + ", or 0 for all of them");
  }
  if (!is_staging && view.accelerator == host_accelerator.accelerator) {
    throw unsupported_feature(
        "a texture cannot be on accelerator::cpu_accelerator, which runs no kernels; create it on "
        "another accelerator, or create a staging texture with an associated accelerator_view");
  }
  return levels == 0 ? most : levels;
}

unsigned int check_levels(unsigned int first, unsigned int count, unsigned int levels) {
  if (count > 0 && first < levels && count <= levels - first) return count;
  base::throw_invalid("a view cannot have " + std::to_string(count) +
                      " mipmap levels starting at level " + std::to_string(first) +
                      "; the viewed texture or view has " + std::to_string(levels) +
                      ", numbered from 0");
}

void check_level(unsigned int level, unsigned int levels) {
  if (level < levels) return;
  base::throw_invalid("there is no mipmap level " + std::to_string(level) +
                      "; the texture or view has " + std::to_string(levels) + ", numbered from 0");
}

void check_same_format(unsigned int source_levels, unsigned int destination_levels,
                       unsigned int source_bits, unsigned int destination_bits) {
  if (source_bits != destination_bits) {
    base::throw_invalid("copy: the source has " + std::to_string(source_bits) +
                        " bits per scalar element, the destination " +
                        std::to_string(destination_bits) +
                        "; they must be equal: convert the texels in a kernel");
  }
  if (source_levels != destination_levels) {
    base::throw_invalid("copy: the source has " + std::to_string(source_levels) +
                        " mipmap levels, the destination " + std::to_string(destination_levels) +
                        "; they must be equal: copy views of single levels");
  }
}

void check_one_level(unsigned int levels) {
  if (levels == 1) return;
  base::throw_invalid("copy: sections cannot be copied from or to a texture of " +
                      std::to_string(levels) + " mipmap levels; copy views of single levels");
}

void check_distinct(const void* source, const void* destination) {
  if (source != destination) return;
  base::throw_invalid(
      "copy: the source and the destination are the same texture; copy through another texture");
}

void check_section(const int* offset, const int* lengths, const int* whole, int rank) {
  for (int d = 0; d < rank; ++d) {
    if (offset[d] >= 0 && lengths[d] > 0 && offset[d] <= whole[d] - lengths[d]) continue;
    base::throw_invalid("copy: the section of extent " + base::show(lengths, rank) + " at " +
                        base::show(offset, rank) +
                        " is empty or not within the texture of extent " + base::show(whole, rank));
  }
}

void check_bytes(std::size_t given, std::size_t needed) {
  if (given >= needed) return;
  base::throw_invalid("copy: the memory of " + std::to_string(given) +
                      " bytes is too small; the texels have " + std::to_string(needed));
}

void check_texel_count(std::size_t given, std::size_t needed) {
  if (given >= needed) return;
  base::throw_invalid("copy: the range has " + base::show_count(given, "element") +
                      ", fewer than the " + base::show_count(needed, "texel") +
                      " of the texture or its section");
}

void check_natural_bits(unsigned int bits, unsigned int natural) {
  if (bits == natural) return;
  base::throw_invalid("copy: the texture has " + std::to_string(bits) +
                      " bits per scalar element, but iterators copy elements of " +
                      std::to_string(natural) + "; copy from or to memory in the texture's format");
}

void throw_view_of_staging_texture() {
  base::throw_invalid(
      "a staging texture cannot have views; copy it to a texture without an associated "
      "accelerator_view");
}

unsigned int data_length(std::size_t bytes) {
  constexpr unsigned int most = std::numeric_limits<unsigned int>::max();
  if (bytes > most) {
    base::throw_invalid("a texture cannot have " + std::to_string(bytes) + " bytes; the limit is " +
                        std::to_string(most) + ": use a smaller extent or fewer bits");
  }
  return static_cast<unsigned int>(bytes);
}

void throw_unknown_filter_mode(int mode) {
  base::throw_invalid("a sampler cannot have the filter mode " + std::to_string(mode) +
                      "; use filter_point or filter_linear");
}

void throw_unknown_address_mode(int mode) {
  base::throw_invalid("a sampler cannot have the address mode " + std::to_string(mode) +
                      "; use address_wrap, address_mirror, address_clamp or address_border");
}

}  // namespace milliamp::detail
