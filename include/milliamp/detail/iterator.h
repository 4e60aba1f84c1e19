/// @file
/// Copies between iterators and the elements of arrays and views (spec 5.3.3, 5.3.4).
#ifndef MILLIAMP_DETAIL_ITERATOR_H
#define MILLIAMP_DETAIL_ITERATOR_H

#include <milliamp/detail/host_memory.h>
#include <milliamp/detail/view.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <vector>

namespace concurrency::details {

template <class Iterator, class = void>
struct has_category : std::false_type {};
template <class Iterator>
struct has_category<Iterator,
                    std::void_t<typename std::iterator_traits<Iterator>::iterator_category>>
    : std::true_type {};

/// Whether a type is an iterator. A pointer to void is not; before C++20, iterator_traits must not
/// be instantiated for it.
template <class Iterator>
inline constexpr bool is_iterator = has_category<
    std::conditional_t<std::is_void_v<std::remove_pointer_t<Iterator>>, void, Iterator>>::value;

/// Whether an iterator's category is Category or a stronger one.
template <class Iterator, class Category>
inline constexpr bool is_at_least =
    std::is_base_of_v<Category, typename std::iterator_traits<Iterator>::iterator_category>;

/// Calls function(first, count) for each contiguous run of elements of an array or a view, in index
/// order.
/// @param elements the address of the first element
template <class Container, class Function>
void for_each_run(const Container& container, void* elements, Function function) {
  constexpr int rank = Container::rank;
  using element = std::remove_reference_t<decltype(*access::buffer_ref(container).data())>;
  auto* const begin = static_cast<element*>(elements);
  const auto& extent = container.extent;
  const auto& strides = access::strides_of(container);
  std::size_t run = static_cast<std::size_t>(extent[rank - 1]);
  int outer = rank - 1;
  while (outer > 0 && strides[outer - 1] == static_cast<std::ptrdiff_t>(run)) {
    run *= static_cast<std::size_t>(extent[--outer]);
  }
  std::size_t runs = 1;
  for (int d = 0; d < outer; ++d) runs *= static_cast<std::size_t>(extent[d]);
  index<rank> first;
  for (; runs > 0 && run > 0; --runs) {
    function(begin + strides.offset(first), run);
    for (int d = outer - 1; d >= 0 && ++first[d] == extent[d]; --d) first[d] = 0;
  }
}

/// Whether the elements of an iterator are known to be contiguous in memory.
template <class Iterator>
constexpr bool is_contiguous() {
  if constexpr (std::is_pointer_v<Iterator>) {
    return true;
  } else if constexpr (std::is_lvalue_reference_v<
                           typename std::iterator_traits<Iterator>::reference>) {
    using elements = std::vector<typename std::iterator_traits<Iterator>::value_type>;
    return std::is_same_v<Iterator, typename elements::iterator> ||
           std::is_same_v<Iterator, typename elements::const_iterator>;
  } else {
    return false;
  }
}

/// How many of the elements that a copy accesses by an iterator exist (see copyable_elements()).
template <class Iterator>
std::size_t copyable_count(const Iterator& iterator, std::size_t count, bool is_destination) {
  if constexpr (is_contiguous<Iterator>()) {
    if (count > 0) {
      return milliamp::detail::copyable_elements(std::addressof(*iterator), sizeof(*iterator),
                                                 count, is_destination);
    }
  }
  return count;
}

/// Copies count elements and advances destination, and source where that reads nothing.
template <class InputIterator, class OutputIterator>
void copy_run(InputIterator& source, std::size_t count, OutputIterator& destination) {
  if constexpr (is_at_least<InputIterator, std::random_access_iterator_tag>) {
    const auto distance =
        static_cast<typename std::iterator_traits<InputIterator>::difference_type>(count);
    destination = std::copy(source, source + distance, destination);
    source += distance;
  } else {
    for (; count > 0; --count, ++source, ++destination) *destination = *source;
  }
}

/// Throws if the length of a range differs from that of an array or a view. Does nothing for a
/// single-pass range, whose length is unknown.
template <class InputIterator, class Container>
void check_range(InputIterator source, InputIterator end, const Container& destination) {
  if constexpr (is_at_least<InputIterator, std::forward_iterator_tag>) {
    milliamp::detail::check_count(access::strided_region(destination),
                                  static_cast<std::size_t>(std::distance(source, end)));
  }
}

/// Fills an array or a view from an iterator. Does not advance it past the last element that it
/// must provide: there may be no element after it.
template <class InputIterator, class Container>
void fill(InputIterator source, const Container& destination) {
  const milliamp::detail::timed_copy timed;
  void* const elements = milliamp::detail::open_destination(access::strided_region(destination));
  if constexpr (is_at_least<InputIterator, std::forward_iterator_tag>) {
    std::size_t left = copyable_count(source, element_count(destination.extent), false);
    for_each_run(destination, elements, [&](auto* first, std::size_t count) {
      count = std::min(count, left);
      left -= count;
      copy_run(source, count, first);
    });
  } else {
    bool moved = true;
    for_each_run(destination, elements, [&](auto* first, std::size_t count) {
      for (; count > 0; --count, ++first) {
        if (!std::exchange(moved, false)) ++source;
        *first = *source;
      }
    });
  }
}

/// Fills an array or a view from a range that passed check_range().
template <class InputIterator, class Container>
void fill(InputIterator source, InputIterator end, const Container& destination) {
  if constexpr (is_at_least<InputIterator, std::forward_iterator_tag>) {
    fill(source, destination);
  } else {
    const milliamp::detail::timed_copy timed;
    void* const elements = milliamp::detail::open_destination(access::strided_region(destination));
    bool complete = true;
    for_each_run(destination, elements, [&](auto* first, std::size_t count) {
      for (; count > 0 && source != end; --count, ++source, ++first) *first = *source;
      complete = complete && count == 0;
    });
    if (!complete || source != end) {
      milliamp::detail::throw_count_mismatch(access::strided_region(destination));
    }
  }
}

/// The address of the element of an iterator; null if unknown.
template <class Iterator>
const void* address_of(const Iterator& iterator) {
  if constexpr (is_at_least<Iterator, std::random_access_iterator_tag> &&
                std::is_lvalue_reference_v<typename std::iterator_traits<Iterator>::reference>) {
    return std::addressof(*iterator);
  } else {
    return nullptr;
  }
}

/// The elements that a copy accesses by an iterator. The address is null if they are not known to
/// be contiguous.
template <class Iterator>
milliamp::detail::strided_region_of<1> region_of(const Iterator& first, std::size_t count) {
  using traits = std::iterator_traits<Iterator>;
  const void* begin = nullptr;
  std::size_t size = 1;
  if constexpr (is_at_least<Iterator, std::random_access_iterator_tag> &&
                std::is_lvalue_reference_v<typename traits::reference>) {
    size = sizeof(typename traits::value_type);
    if (count > 0) {
      const auto last = static_cast<typename traits::difference_type>(count - 1);
      auto* const address = std::addressof(*first);
      if (std::addressof(*(first + last)) == address + last) begin = address;
    }
  }
  return milliamp::detail::contiguous_region(const_cast<void*>(begin), size, count);
}

/// Copies the elements of an array or a view to an iterator.
template <class Container, class OutputIterator>
void drain(const Container& source, OutputIterator destination) {
  if (element_count(source.extent) == 0) return;
  const milliamp::detail::timed_copy timed;
  void* const elements =
      milliamp::detail::open_source(access::strided_region(source), address_of(destination));
  std::size_t left = copyable_count(destination, element_count(source.extent), true);
  for_each_run(source, elements, [&](auto* first, std::size_t count) {
    const auto* from = first;
    count = std::min(count, left);
    left -= count;
    copy_run(from, count, destination);
  });
}

}  // namespace concurrency::details

#endif
