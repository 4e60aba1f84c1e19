/// @file
/// stdext::checked_array_iterator, which Visual C++ has beside its iterators: a pointer into an
/// array of known size. An access or a move out of the array ends the program.
///
///     copy(view, stdext::make_checked_array_iterator(results, 100));
#ifndef MILLIAMP_COMPAT_CHECKED_ARRAY_ITERATOR_H
#define MILLIAMP_COMPAT_CHECKED_ARRAY_ITERATOR_H

#include <milliamp/compat/secure_functions.h>

#include <cstddef>
#include <iterator>

namespace stdext {

template <class Pointer>
class checked_array_iterator {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = typename std::iterator_traits<Pointer>::value_type;
  using difference_type = typename std::iterator_traits<Pointer>::difference_type;
  using pointer = typename std::iterator_traits<Pointer>::pointer;
  using reference = typename std::iterator_traits<Pointer>::reference;

  checked_array_iterator() = default;
  /// The position index in the size elements from array.
  checked_array_iterator(Pointer array, std::size_t size, std::size_t index = 0)
      : array_(array), size_(size), index_(index) {
    require(index <= size);
  }

  /// The pointer to the position.
  Pointer base() const { return array_ + index_; }

  reference operator*() const { return (*this)[0]; }
  pointer operator->() const { return &(*this)[0]; }
  reference operator[](difference_type offset) const {
    const std::size_t at = index_ + static_cast<std::size_t>(offset);
    require(at < size_);
    return array_[at];
  }

  checked_array_iterator& operator+=(difference_type offset) {
    const std::size_t at = index_ + static_cast<std::size_t>(offset);
    require(at <= size_);
    index_ = at;
    return *this;
  }
  checked_array_iterator& operator-=(difference_type offset) { return *this += -offset; }
  checked_array_iterator& operator++() { return *this += 1; }
  checked_array_iterator& operator--() { return *this += -1; }
  checked_array_iterator operator++(int) {
    const checked_array_iterator before = *this;
    *this += 1;
    return before;
  }
  checked_array_iterator operator--(int) {
    const checked_array_iterator before = *this;
    *this += -1;
    return before;
  }

  friend checked_array_iterator operator+(checked_array_iterator it, difference_type offset) {
    return it += offset;
  }
  friend checked_array_iterator operator+(difference_type offset, checked_array_iterator it) {
    return it += offset;
  }
  friend checked_array_iterator operator-(checked_array_iterator it, difference_type offset) {
    return it -= offset;
  }
  friend difference_type operator-(const checked_array_iterator& a,
                                   const checked_array_iterator& b) {
    return a.base() - b.base();
  }
  friend bool operator==(const checked_array_iterator& a, const checked_array_iterator& b) {
    return a.base() == b.base();
  }
  friend bool operator!=(const checked_array_iterator& a, const checked_array_iterator& b) {
    return !(a == b);
  }
  friend bool operator<(const checked_array_iterator& a, const checked_array_iterator& b) {
    return a.base() < b.base();
  }
  friend bool operator>(const checked_array_iterator& a, const checked_array_iterator& b) {
    return b < a;
  }
  friend bool operator<=(const checked_array_iterator& a, const checked_array_iterator& b) {
    return !(b < a);
  }
  friend bool operator>=(const checked_array_iterator& a, const checked_array_iterator& b) {
    return !(a < b);
  }

 private:
  /// A position before the array is a large unsigned number.
  static void require(bool is_inside) {
    milliamp::detail::require_valid_parameter(is_inside, "checked_array_iterator",
                                              "a position out of the array");
  }

  Pointer array_ = Pointer();
  std::size_t size_ = 0;
  std::size_t index_ = 0;
};

template <class Pointer>
checked_array_iterator<Pointer> make_checked_array_iterator(Pointer array, std::size_t size,
                                                            std::size_t index = 0) {
  return {array, size, index};
}

}  // namespace stdext

#endif
