/// @file
/// Memory use of launches.
#pragma once

#include <functional>

namespace milliamp::bench {

/// The number of allocations per call of function(), when it is called repeatedly.
double allocations_of(const std::function<void()>& function);

/// The resident memory in bytes that function() leaves behind when a new thread calls it. All tiles
/// that it launches run on that thread.
double resident_after(const std::function<void()>& warm_up, const std::function<void()>& function);

}  // namespace milliamp::bench
