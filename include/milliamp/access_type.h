/// @file
/// access_type: the kinds of access to data (spec 4.7).
///
///     view.synchronize(access_type_read | access_type_write);
#ifndef MILLIAMP_ACCESS_TYPE_H
#define MILLIAMP_ACCESS_TYPE_H

namespace concurrency {

/// The type of access to data; the meaning depends on the context. The enumerators are bits.
enum access_type {
  access_type_none = 0,
  access_type_read = 1,
  access_type_write = 2,
  access_type_read_write = access_type_read | access_type_write,
  /// Leaves the choice to the library.
  access_type_auto = 4
};

constexpr access_type operator|(access_type lhs, access_type rhs) {
  return static_cast<access_type>(static_cast<int>(lhs) | static_cast<int>(rhs));
}
constexpr access_type operator&(access_type lhs, access_type rhs) {
  return static_cast<access_type>(static_cast<int>(lhs) & static_cast<int>(rhs));
}
constexpr access_type& operator|=(access_type& lhs, access_type rhs) { return lhs = lhs | rhs; }
constexpr access_type& operator&=(access_type& lhs, access_type rhs) { return lhs = lhs & rhs; }

}  // namespace concurrency

#endif
