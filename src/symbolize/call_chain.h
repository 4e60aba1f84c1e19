/// @file
/// The calls of a kernel thread that was stopped at any instruction, by a signal or by
/// std::terminate(). Found from unwind tables, so plain programs also have them.
#pragma once

#include "base/interruption.h"

#include <milliamp/finding.h>

#include <array>
#include <cstddef>
#include <vector>

namespace milliamp::detail::symbolize {

/// The innermost and the outermost calls of a thread: a recursion may have thousands.
class call_chain {
 public:
  call_chain() = default;

  /// The calls of the code that a signal has interrupted. Called in its handler; allocates nothing.
  /// @param kernel an address in the code of the kernel, whose caller ends the chain
  static call_chain of_interrupted(const base::interruption& code, const void* kernel);
  /// The calls of the caller.
  static call_chain of_caller(const void* kernel);
  /// The call chain of a suspended thread, whose next instruction is all that is known.
  static call_chain of_suspended(const void* instruction, const void* kernel);

  /// Whether the code of the kernel's module was running, not a library that it has called.
  bool is_in_kernel() const { return is_in_kernel_; }

  /// The frames of the program, innermost first; calls of one line that repeat are shown once.
  /// Begins with the first one that has a source location, as library functions lack one. Never
  /// empty.
  std::vector<source_frame> user_frames() const;

  /// The number of calls between the innermost and the outermost ones.
  std::size_t omitted() const { return count_ > shown ? count_ - shown : 0; }

  bool operator==(const call_chain&) const = default;

 private:
  static constexpr std::size_t inner = 24;
  static constexpr std::size_t outer = 8;
  static constexpr std::size_t shown = inner + outer;

  class unwinder;

  void add(const void* address) {
    addresses_[count_ < inner ? count_ : inner + (count_ - inner) % outer] = address;
    ++count_;
  }
  /// The stored return addresses, innermost first.
  std::vector<const void*> addresses() const;

  const void* kernel_ = nullptr;
  std::array<const void*, shown> addresses_{};
  std::size_t count_ = 0;
  bool is_in_kernel_ = false;
};

}  // namespace milliamp::detail::symbolize
