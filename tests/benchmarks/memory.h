/// @file
/// What launches take of the process's memory.
#pragma once

#include <functional>

namespace milliamp::bench {

/// How many times memory is allocated, per call of function() when it is called again and again.
double allocations_of(const std::function<void()>& function);

/// The resident memory in bytes that function() leaves behind in a thread that is new to it. All
/// tiles that it launches run on that thread.
double resident_after(const std::function<void()>& warm_up, const std::function<void()>& function);

}  // namespace milliamp::bench
