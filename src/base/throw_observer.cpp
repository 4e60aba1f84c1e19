#include "base/throw_observer.h"

#include <milliamp/export.h>

#include <dlfcn.h>

#include <atomic>

namespace milliamp::detail::base {

namespace {

std::atomic<throw_observer*> observer{nullptr};

}  // namespace

void observe_throws(throw_observer* wanted) { observer.store(wanted, std::memory_order_release); }

}  // namespace milliamp::detail::base

/// Replaces __cxa_throw() of the C++ runtime, which it calls. The name is that of the symbol only:
/// compilers declare __cxa_throw() themselves.
extern "C" MILLIAMP_API void milliamp_throw(void* exception, std::type_info* type,
                                            void (*destructor)(void*)) __asm__("__cxa_throw");

void milliamp_throw(void* exception, std::type_info* type, void (*destructor)(void*)) {
  static const auto next =
      reinterpret_cast<decltype(&milliamp_throw)>(dlsym(RTLD_NEXT, "__cxa_throw"));
  using milliamp::detail::base::observer;
  if (auto* const observe = observer.load(std::memory_order_acquire)) observe(exception, *type);
  next(exception, type, destructor);
}
