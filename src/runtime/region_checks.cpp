/// @file
/// Checks of the regions and lengths that programs pass to copies, containers and views.

#include "base/assert.h"
#include "base/invalid_argument.h"
#include "base/show.h"
#include "coherence/rows.h"

#include <milliamp/detail/strided_region.h>

#include <algorithm>
#include <limits>
#include <string>

namespace milliamp::detail {

namespace {

std::size_t count_of(const strided_region& elements) {
  MILLIAMP_ASSERT(elements.rank > 0);
  std::size_t count = 1;
  for (int d = 0; d < elements.rank; ++d) count *= static_cast<std::size_t>(elements.lengths[d]);
  return count;
}

bool overlap(const strided_region& one, const strided_region& other) {
  coherence::rows a(one);
  coherence::rows b(other);
  while (!a.at_end() && !b.at_end()) {
    if (a.end() <= b.begin()) {
      a.next();
    } else if (b.end() <= a.begin()) {
      b.next();
    } else {
      return true;
    }
  }
  return false;
}

}  // namespace

void check_copy(const strided_region& source, const strided_region& destination) {
  MILLIAMP_ASSERT(source.rank == destination.rank);
  MILLIAMP_ASSERT(source.element_size == destination.element_size);
  if (!std::equal(source.lengths, source.lengths + source.rank, destination.lengths)) {
    base::throw_invalid("copy: the source has the extent " +
                        base::show(source.lengths, source.rank) + ", the destination " +
                        base::show(destination.lengths, destination.rank) +
                        "; they must be equal: copy a section of the larger one");
  }
  if (overlap(source, destination)) {
    base::throw_invalid("copy: the source and the destination, of extent " +
                        base::show(source.lengths, source.rank) +
                        ", overlap in memory; copy through another array");
  }
}

void check_count(const strided_region& destination, std::size_t count) {
  const std::size_t needed = count_of(destination);
  if (count == needed) return;
  base::throw_invalid(
      "copy: the range has " + base::show_count(count, "element") + ", the destination of extent " +
      base::show(destination.lengths, destination.rank) + " has " + std::to_string(needed) +
      "; they must be equal: copy to a section or copy a part of the range");
}

void throw_count_mismatch(const strided_region& destination) {
  base::throw_invalid("copy: the length of the range differs from the " +
                      std::to_string(count_of(destination)) +
                      " elements of the destination of extent " +
                      base::show(destination.lengths, destination.rank) +
                      "; they must be equal: copy to a section or copy a part of the range");
}

std::size_t count_elements(const int* lengths, int rank, int least, std::size_t element_size) {
  constexpr auto limit = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  std::size_t bytes = element_size;
  std::size_t count = 1;
  for (int d = 0; d < rank; ++d) {
    if (lengths[d] < least) {
      base::throw_invalid("the extent " + base::show(lengths, rank) + " has the length " +
                          std::to_string(lengths[d]) + " in dimension " + std::to_string(d) +
                          "; it must be at least " + std::to_string(least));
    }
    const auto length = static_cast<std::size_t>(lengths[d]);
    if (__builtin_mul_overflow(bytes, length, &bytes) || bytes > limit) {
      base::throw_invalid("the extent " + base::show(lengths, rank) + " of elements of " +
                          std::to_string(element_size) + " bytes exceeds the " +
                          std::to_string(limit) +
                          " bytes that memory can have; use a smaller extent");
    }
    count *= length;
  }
  return count;
}

int reinterpreted_length(std::size_t count, std::size_t from, std::size_t to) {
  const std::size_t bytes = count * from;
  if (bytes % to != 0) {
    base::throw_invalid("reinterpret_as: elements of " + std::to_string(to) +
                        " bytes do not fill the " + std::to_string(bytes) + " bytes of " +
                        std::to_string(count) + " elements of " + std::to_string(from) +
                        " bytes; the size of the new type must divide them");
  }
  if (bytes / to > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    base::throw_invalid("reinterpret_as: the " + std::to_string(bytes / to) +
                        " elements exceed the " + std::to_string(std::numeric_limits<int>::max()) +
                        " that a view of rank 1 can have; use a section");
  }
  return static_cast<int>(bytes / to);
}

}  // namespace milliamp::detail
