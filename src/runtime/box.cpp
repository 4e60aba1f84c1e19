#include <milliamp/detail/box.h>
#include <milliamp/exceptions.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "runtime/invalid_argument.h"
#include "runtime/queue.h"
#include "runtime/shared_buffer.h"
#include "runtime/show.h"

namespace milliamp::detail {

namespace {

std::size_t count_of(const box& elements) {
  std::size_t count = 1;
  for (int d = 0; d < elements.rank; ++d) count *= static_cast<std::size_t>(elements.lengths[d]);
  return count;
}

const concurrency::accelerator_view& place_of(const box& elements) {
  return elements.owner != nullptr ? elements.owner->place : host_place;
}

queue& queue_of(const box& elements) { return queue_access::queue_of(place_of(elements)); }

/// The rows of a box, one after another: runs of adjacent elements, in the order of their indices.
/// Their addresses increase, for the elements of a box do not overlap each other.
class rows {
 public:
  explicit rows(const box& elements)
      : box_(elements),
        index_(static_cast<std::size_t>(elements.rank) - 1, 0),
        position_(static_cast<std::byte*>(elements.data)),
        left_(1) {
    for (int d = 0; d < elements.rank; ++d) {
      if (elements.lengths[d] <= 0) left_ = 0;
      if (d < elements.rank - 1) left_ *= static_cast<std::size_t>(elements.lengths[d]);
    }
  }

  bool at_end() const { return left_ == 0; }
  std::byte* begin() const { return position_; }
  std::byte* end() const { return position_ + length(); }
  /// The length of every row, in bytes.
  std::size_t length() const {
    return static_cast<std::size_t>(box_.lengths[box_.rank - 1]) * box_.element_size;
  }

  void next() {
    --left_;
    for (int d = box_.rank - 2; d >= 0; --d) {
      const std::ptrdiff_t step =
          box_.distances[d] * static_cast<std::ptrdiff_t>(box_.element_size);
      position_ += step;
      if (++index_[static_cast<std::size_t>(d)] < box_.lengths[d]) return;
      position_ -= step * box_.lengths[d];
      index_[static_cast<std::size_t>(d)] = 0;
    }
  }

 private:
  const box& box_;
  std::vector<int> index_;
  std::byte* position_;
  std::size_t left_;
};

bool overlap(const box& one, const box& other) {
  rows a(one);
  rows b(other);
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

void check_copy(const box& source, const box& destination) {
  if (!std::equal(source.lengths, source.lengths + source.rank, destination.lengths)) {
    throw_invalid("copy: the source has the extent " + show(source.lengths, source.rank) +
                  ", the destination " + show(destination.lengths, destination.rank) +
                  "; they must be equal: copy a section of the larger one");
  }
  if (overlap(source, destination)) {
    throw_invalid("copy: the source and the destination, of extent " +
                  show(source.lengths, source.rank) +
                  ", overlap in memory; copy by way of another array");
  }
}

void transfer(const box& source, const box& destination) {
  rows from(source);
  for (rows to(destination); !to.at_end(); to.next(), from.next()) {
    std::memcpy(to.begin(), from.begin(), to.length());
  }
}

/// A box that keeps what it refers to alive.
class kept_box {
 public:
  explicit kept_box(const box& elements)
      : lengths_(elements.lengths, elements.lengths + elements.rank),
        distances_(elements.distances, elements.distances + elements.rank),
        memory_(elements.owner != nullptr ? share(*elements.owner, elements.data, true)
                                          : location{elements.data, nullptr}),
        box_(elements) {
    box_.lengths = lengths_.data();
    box_.distances = distances_.data();
  }
  kept_box(const kept_box&) = delete;
  kept_box& operator=(const kept_box&) = delete;

  const box& get() const { return box_; }

 private:
  std::vector<int> lengths_;
  std::vector<std::ptrdiff_t> distances_;
  home<std::byte> memory_;
  box box_;
};

}  // namespace

void copy(const box& source, const box& destination) {
  check_copy(source, destination);
  box from = source;
  box to = destination;
  from.data = open_on_host(source, concurrency::access_type_read);
  to.data = open_on_host(destination, concurrency::access_type_write);
  transfer(from, to);
}

concurrency::completion_future copy_async(const box& source, const box& destination) {
  check_copy(source, destination);
  return start(place_of(source), place_of(destination),
               [from = std::make_shared<kept_box>(source),
                to = std::make_shared<kept_box>(destination)] { copy(from->get(), to->get()); });
}

void check_count(const box& destination, std::size_t count) {
  const std::size_t needed = count_of(destination);
  if (count == needed) return;
  throw_invalid("copy: the range has " + std::to_string(count) +
                " elements, the destination of extent " +
                show(destination.lengths, destination.rank) + " has " + std::to_string(needed) +
                "; they must be equal: copy to a section, or a part of the range");
}

void throw_count_mismatch(const box& destination) {
  throw_invalid("copy: the range has not the " + std::to_string(count_of(destination)) +
                " elements of the destination of extent " +
                show(destination.lengths, destination.rank) +
                "; they must be equal: copy to a section, or a part of the range");
}

void* open_on_host(const box& elements, concurrency::access_type access) {
  queue_of(elements).wait();
  return elements.owner != nullptr ? shared(*elements.owner).open(elements.data, access)
                                   : elements.data;
}

concurrency::completion_future submit(const box& elements, std::function<void()> function) {
  return start(place_of(elements), host_place,
               [kept = std::make_shared<kept_box>(elements), function = std::move(function)] {
                 function();
               });
}

void synchronize(const box& elements, const concurrency::accelerator_view& to,
                 concurrency::access_type access) {
  queue_of(elements).wait();
  queue_access::queue_of(to).wait();
  if (elements.owner != nullptr) shared(*elements.owner).synchronize(to, access);
}

concurrency::completion_future synchronize_async(const box& elements,
                                                 const concurrency::accelerator_view& to,
                                                 concurrency::access_type access) {
  return start(place_of(elements), to, [kept = std::make_shared<kept_box>(elements), to, access] {
    synchronize(kept->get(), to, access);
  });
}

void refresh(const box& elements) {
  queue_of(elements).wait();
  if (elements.owner != nullptr) shared(*elements.owner).refresh();
}

void discard(const box& elements) {
  if (elements.owner == nullptr) return;
  std::ptrdiff_t dense = 1;
  for (int d = elements.rank - 1; d >= 0; dense *= elements.lengths[d--]) {
    if (elements.distances[d] != dense) return;  // a part with gaps: it may stay as it is
  }
  shared(*elements.owner).discard(elements.data, count_of(elements) * elements.element_size);
}

std::size_t count_elements(const int* lengths, int rank, int least, std::size_t element_size) {
  constexpr auto limit = static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max());
  std::size_t bytes = element_size;
  std::size_t count = 1;
  for (int d = 0; d < rank; ++d) {
    if (lengths[d] < least) {
      throw_invalid("the extent " + show(lengths, rank) + " has the length " +
                    std::to_string(lengths[d]) + " in dimension " + std::to_string(d) +
                    "; it must be at least " + std::to_string(least));
    }
    const auto length = static_cast<std::size_t>(lengths[d]);
    if (__builtin_mul_overflow(bytes, length, &bytes) || bytes > limit) {
      throw_invalid("the extent " + show(lengths, rank) + " of elements of " +
                    std::to_string(element_size) + " bytes has more than the " +
                    std::to_string(limit) + " bytes that memory can have; use a smaller extent");
    }
    count *= length;
  }
  return count;
}

int reinterpreted_length(std::size_t count, std::size_t from, std::size_t to) {
  const std::size_t bytes = count * from;
  if (bytes % to != 0) {
    throw_invalid("reinterpret_as: elements of " + std::to_string(to) + " bytes do not fill the " +
                  std::to_string(bytes) + " bytes of " + std::to_string(count) + " elements of " +
                  std::to_string(from) + " bytes; the size of the new type must divide them");
  }
  if (bytes / to > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    throw_invalid("reinterpret_as: " + std::to_string(bytes / to) + " elements are more than the " +
                  std::to_string(std::numeric_limits<int>::max()) +
                  " that a view of rank 1 can have; use a section");
  }
  return static_cast<int>(bytes / to);
}

}  // namespace milliamp::detail
