#include <milliamp/detail/box.h>
#include <milliamp/exceptions.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "check/unwritten_memory.h"
#include "runtime/invalid_argument.h"
#include "runtime/queue.h"
#include "runtime/rows.h"
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
  for_each_row(source, destination, [](const rows& from, const rows& to) {
    std::memcpy(to.begin(), from.begin(), to.length());
  });
}

unwritten_memory* unwritten_in(const box& elements) {
  return elements.owner != nullptr ? shared(*elements.owner).unwritten_at(elements.data) : nullptr;
}

/// What the source has of values that nobody has written, the destination has now.
void note_transfer(const box& source, const box& destination) {
  unwritten_memory* const old = unwritten_in(destination);
  const unwritten_memory* const copied = unwritten_in(source);
  const bool is_any = old != nullptr && (old->is_any() || (copied != nullptr && copied->is_any()));
  if (!is_any) return;
  for_each_row(source, destination, [=](const rows& from, const rows& to) {
    old->note_copy(to.begin(), to.length(), copied, from.begin());
  });
}

/// The host is going to write the elements.
void note_write(const box& elements) {
  unwritten_memory* const unwritten = unwritten_in(elements);
  if (unwritten == nullptr || !unwritten->is_any()) return;
  for (rows all(elements); !all.at_end(); all.next()) {
    unwritten->note_write(all.begin(), all.length());
  }
}

/// The box with its elements where open(memory of the elements) says that they are now, after all
/// that was submitted before on their place.
template <class Open>
box opened(const box& elements, Open open) {
  queue_of(elements).wait();
  box found = elements;
  if (elements.owner != nullptr) found.data = open(shared(*elements.owner));
  return found;
}

box opened_source(const box& elements, const void* destination) {
  return opened(elements,
                [&](shared_buffer& memory) { return memory.open_source(elements, destination); });
}

box opened_destination(const box& elements) {
  return opened(elements, [&](shared_buffer& memory) { return memory.open_destination(elements); });
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
  const box from = opened_source(source, destination.data);
  const box to = opened_destination(destination);
  transfer(from, to);
  note_transfer(from, to);
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
  const box ready =
      opened(elements, [&](shared_buffer& memory) { return memory.open(elements.data, access); });
  if ((access & concurrency::access_type_write) != 0) note_write(ready);
  return ready.data;
}

void* open_source(const box& elements, const void* destination) {
  return opened_source(elements, destination).data;
}

void* open_destination(const box& elements) {
  const box ready = opened_destination(elements);
  note_write(ready);
  return ready.data;
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
  if (elements.owner != nullptr) shared(*elements.owner).synchronize(elements, to, access);
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
  const bool has_gaps = dense_dimensions(elements) < elements.rank;
  if (elements.owner == nullptr || has_gaps) return;  // what has gaps may stay as it is
  queue_of(elements).wait();
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
