/// @file
/// A set of addresses, which consists of few ranges.
#pragma once

#include "base/memory_range.h"

#include <boost/icl/interval_set.hpp>
#include <boost/icl/right_open_interval.hpp>

#include <cstdint>
#include <functional>

namespace milliamp::detail::base {

using memory_interval = boost::icl::right_open_interval<std::uintptr_t>;
using memory_set = boost::icl::interval_set<std::uintptr_t, std::less, memory_interval>;

inline memory_interval interval_of(const memory_range& range) { return {range.begin, range.end()}; }

}  // namespace milliamp::detail::base
