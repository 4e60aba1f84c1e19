/// @file
/// Detects the types of an aggregate's members by aggregate initialization: a member that can be
/// initialized from an object that converts only to char is a char.
#ifndef MILLIAMP_DETAIL_MEMBERS_H
#define MILLIAMP_DETAIL_MEMBERS_H

#include <cstddef>
#include <type_traits>
#include <utility>

namespace concurrency::details {

/// Initializes any member.
struct anything {
  template <class U>
  operator U&() const noexcept;
};
/// Initializes any member except references.
struct any_value {
  template <class U>
  operator U() const noexcept;
};
/// Initializes members of the types for which Is<type>::value is true.
template <template <class> class Is>
struct value_that {
  template <class U, std::enable_if_t<Is<U>::value, int> = 0>
  operator U() const noexcept;
};

template <class T, class Void, class... Initializers>
struct has_aggregate_form : std::false_type {};
template <class T, class... Initializers>
struct has_aggregate_form<T, std::void_t<decltype(T{std::declval<Initializers>()...})>,
                          Initializers...> : std::true_type {};

/// Properties of the members of an aggregate; elements of member arrays count one by one. An
/// indeterminable property, such as the type of a member that converts from anything, counts as
/// absent.
template <class T>
class members {
  /// The number of members that are examined. Each query costs compile time.
  static constexpr std::size_t limit = 32;

  template <std::size_t, class Type>
  using repeated = Type;

  /// Whether T can be initialized from `anything` for each of Before, then Then, then `anything`
  /// for each of After.
  template <class... Then, std::size_t... Before, std::size_t... After>
  static constexpr bool takes(std::index_sequence<Before...>, std::index_sequence<After...>) {
    return has_aggregate_form<T, void, repeated<Before, anything>..., Then...,
                              repeated<After, anything>...>::value;
  }

  /// The largest number of initializers, up to the limit.
  template <std::size_t Count = limit>
  static constexpr std::size_t count_all() {
    if constexpr (Count == 0 || takes(std::make_index_sequence<Count>(), std::index_sequence<>())) {
      return Count;
    } else {
      return count_all<Count - 1>();
    }
  }
  static constexpr std::size_t count = count_all();

  template <class Value, std::size_t... I>
  static constexpr std::size_t count_from(std::index_sequence<I...>) {
    return (std::size_t{takes<Value>(std::make_index_sequence<I>(),
                                     std::make_index_sequence<count - I - 1>())} +
            ... + std::size_t{0});
  }
  /// The number of members that can be initialized from Value.
  template <class Value>
  static constexpr std::size_t count_from() {
    return count_from<Value>(std::make_index_sequence<count>());
  }

 public:
  /// The number of members of types for which Is<type>::value is true.
  template <template <class> class Is>
  static constexpr std::size_t count_if = count_from<value_that<Is>>();
  /// The number of members that are references.
  static constexpr std::size_t references = count - count_from<any_value>();
};

}  // namespace concurrency::details

#endif
