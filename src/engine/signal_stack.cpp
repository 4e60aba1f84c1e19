#include "engine/signal_stack.h"

namespace milliamp::detail::engine {

namespace {

/// Large enough to symbolize frames.
constexpr std::size_t signal_stack_size = 256 * 1024;

stack_t present_stack() {
  stack_t result{};
  sigaltstack(nullptr, &result);
  return result;
}

}  // namespace

signal_stack::signal_stack() : previous_(present_stack()) {
  if ((previous_.ss_flags & SS_DISABLE) == 0 && previous_.ss_size >= signal_stack_size) return;
  memory_ = std::make_unique_for_overwrite<std::byte[]>(signal_stack_size);
  stack_t wanted{};
  wanted.ss_sp = memory_.get();
  wanted.ss_size = signal_stack_size;
  sigaltstack(&wanted, nullptr);
}

signal_stack::~signal_stack() {
  // The program may have set another one since.
  if (memory_ != nullptr && present_stack().ss_sp == memory_.get())
    sigaltstack(&previous_, nullptr);
}

}  // namespace milliamp::detail::engine
