/// @file
/// The calls that a thread of a tile is in, as the instrumented functions tell.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace milliamp::detail {

class call_stack {
 public:
  /// Instrumented functions up to the one with the kernel's body: run_one or run, and call; see
  /// tiled_caller and untiled_caller. A kernel that is not inlined into call is one deeper, and
  /// taken for a function that it calls; that costs time in unoptimised code, and no more.
  static constexpr std::size_t depth_of_kernel = 2;

  void clear() { depth_ = 0; }
  /// A function has been called; control goes back to that address.
  void enter(const void* return_address) {
    if (depth_ < frames_.size()) frames_[depth_] = return_address;
    ++depth_;
  }
  void leave() {
    if (depth_ != 0) --depth_;
  }

  /// Whether a function is running that the kernel has called.
  bool is_in_called_function() const { return depth_ > depth_of_kernel; }

  /// The return addresses, the innermost first; those deeper than what is kept are left out.
  std::vector<const void*> frames() const {
    const std::size_t kept = depth_ < frames_.size() ? depth_ : frames_.size();
    return {frames_.rend() - static_cast<std::ptrdiff_t>(kept), frames_.rend()};
  }

 private:
  std::array<const void*, 32> frames_;
  std::size_t depth_ = 0;
};

}  // namespace milliamp::detail
