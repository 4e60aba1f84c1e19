/// @file
/// The arguments of the constructors of arrays (spec 5.1.2).
#ifndef MILLIAMP_DETAIL_ARRAY_ARGUMENTS_H
#define MILLIAMP_DETAIL_ARRAY_ARGUMENTS_H

#include <milliamp/accelerator_view.h>
#include <milliamp/access_type.h>
#include <milliamp/detail/iterator.h>

#include <type_traits>

namespace concurrency::details {

/// Whether Arguments may follow the extent in a constructor call of an array: `[begin [, end]] [,
/// view [, access type | associated view]]`, or types that convert to these.
template <class... Arguments>
struct follows_extent : std::false_type {};
template <>
struct follows_extent<> : std::true_type {};
template <class First>
struct follows_extent<First>
    : std::bool_constant<is_iterator<First> || std::is_convertible_v<First, accelerator_view>> {};
template <class First, class Second>
struct follows_extent<First, Second>
    : std::bool_constant<is_iterator<First>
                             ? follows_extent<Second>::value
                             : std::is_convertible_v<First, accelerator_view> &&
                                   (std::is_convertible_v<Second, access_type> ||
                                    std::is_convertible_v<Second, accelerator_view>)> {};
template <class Iterator, class Second, class Third, class... Rest>
struct follows_extent<Iterator, Second, Third, Rest...>
    : std::bool_constant<is_iterator<Iterator> && follows_extent<Second, Third, Rest...>::value> {};

}  // namespace concurrency::details

#endif
