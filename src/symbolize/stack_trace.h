/// @file
/// Where the program called the library from.
#pragma once

#include <milliamp/finding.h>

#include <algorithm>
#include <array>
#include <vector>

namespace milliamp::detail::symbolize {

/// A place in the program's code, by the return addresses of the calls that led to the library. It
/// is cheap to take; what it costs to find the source comes with the report.
class stack_trace {
 public:
  stack_trace() = default;
  /// Where the calling thread is now.
  static stack_trace here();

  /// The innermost functions of the program itself, templates of this and of the standard library
  /// left out. Never empty.
  std::vector<source_frame> user_frames() const;

  friend bool operator==(const stack_trace& a, const stack_trace& b) {
    return std::equal(a.addresses_.begin(), a.addresses_.begin() + a.count_, b.addresses_.begin(),
                      b.addresses_.begin() + b.count_);
  }

 private:
  std::array<void*, 24> addresses_;
  int count_ = 0;
};

}  // namespace milliamp::detail::symbolize
