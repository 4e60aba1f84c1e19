/// @file
/// Tells AddressSanitizer on which stack the thread runs, in builds of the library with it: what it
/// does to the frames that an exception leaves, it does to the stack that it knows of. In other
/// builds nothing is told. Its option detect_stack_use_after_return must be off.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MILLIAMP_ANNOUNCES_STACKS 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define MILLIAMP_ANNOUNCES_STACKS 1
#endif

#ifdef MILLIAMP_ANNOUNCES_STACKS
#include <sanitizer/common_interface_defs.h>
#endif

namespace milliamp::detail {

#ifdef MILLIAMP_ANNOUNCES_STACKS

inline constexpr bool stacks_are_announced = true;

class announced_stack {
 public:
  announced_stack() = default;
  /// @param size bytes below top
  announced_stack(const void* top, std::size_t size)
      : lowest_(static_cast<const std::byte*>(top) - size), size_(size) {}

  /// To be called before the switch to this stack.
  void announce() const { __sanitizer_start_switch_fiber(nullptr, lowest_, size_); }
  /// To be called behind a switch. Returns the stack that was left.
  static announced_stack arrive() {
    announced_stack left;
    __sanitizer_finish_switch_fiber(nullptr, &left.lowest_, &left.size_);
    return left;
  }

 private:
  const void* lowest_ = nullptr;
  std::size_t size_ = 0;
};

#else

inline constexpr bool stacks_are_announced = false;

class announced_stack {
 public:
  announced_stack() = default;
  announced_stack(const void*, std::size_t) {}

  void announce() const {}
  static announced_stack arrive() { return {}; }
};

#endif

}  // namespace milliamp::detail
