/// @file
/// An input iterator with which a test holds a copy back, and all copies behind it.
#ifndef MILLIAMP_TESTS_CONFORMANCE_GATED_ITERATOR_H
#define MILLIAMP_TESTS_CONFORMANCE_GATED_ITERATOR_H

#include <cstddef>
#include <future>
#include <iterator>

namespace milliamp::tests {

/// Its numbers are there when the gate is open.
struct gated_iterator {
  using iterator_category = std::input_iterator_tag;
  using value_type = int;
  using difference_type = std::ptrdiff_t;
  using pointer = const int*;
  using reference = int;

  std::shared_future<void> gate;

  int operator*() const {
    gate.get();  // waits, and throws the exception of the test
    return 5;
  }
  gated_iterator& operator++() { return *this; }
  gated_iterator operator++(int) { return *this; }
  bool operator==(const gated_iterator&) const { return false; }
  bool operator!=(const gated_iterator&) const { return true; }
};

}  // namespace milliamp::tests

#endif
