#include "engine/escaped_exception.h"

#include "base/scoped_ignore.h"
#include "diagnose/crash.h"
#include "engine/failure.h"
#include "engine/running_part.h"
#include "engine/worker.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <exception>
#include <typeinfo>

namespace milliamp::detail::engine {

escaped_exception::escaped_exception(const std::string& message, HRESULT code,
                                     const thread_position& thread,
                                     const std::optional<symbolize::call_chain>& calls)
    : runtime_exception(
          (message + " (thrown in a kernel by thread " + to_string(thread) + ")").c_str(), code),
      thrown_(message),
      thread_(thread),
      calls_(calls) {}

finding escaped_exception::diagnosed() const {
  return diagnose::diagnose(diagnose::escape_fact{thrown_, calls_, thread_});
}

namespace {

/// The exception that is handled, without a reference to it.
const void* current_exception() {
  const std::exception_ptr exception = std::current_exception();
  return *reinterpret_cast<void* const*>(&exception);
}

/// An exception leaves no trace of the calls in which it was thrown: they have been unwound when
/// the engine catches it.
void record_throw(const void* exception, const std::type_info& type) {
  worker* const w = base::this_thread.worker;
  if (w == nullptr || w->part() == nullptr || type == typeid(tile_abandoned)) return;
  const base::scoped_ignore ignore;
  w->last_throw() = {exception, symbolize::call_chain::of_caller(code_of_kernel(*w->part()))};
}

}  // namespace

std::optional<symbolize::call_chain> calls_of_current_exception() {
  const worker* const w = base::this_thread.worker;
  if (w == nullptr || w->last_throw().exception != current_exception()) return std::nullopt;
  return w->last_throw().calls;
}

}  // namespace milliamp::detail::engine

/// Replaces __cxa_throw() of the C++ runtime, which it calls, in programs that link the runtime
/// dynamically. The name is that of the symbol only: compilers declare __cxa_throw() themselves.
extern "C" MILLIAMP_API void milliamp_throw(void* exception, std::type_info* type,
                                            void (*destructor)(void*)) __asm__("__cxa_throw");

void milliamp_throw(void* exception, std::type_info* type, void (*destructor)(void*)) {
  static const auto next =
      reinterpret_cast<decltype(&milliamp_throw)>(dlsym(RTLD_NEXT, "__cxa_throw"));
  milliamp::detail::engine::record_throw(exception, *type);
  next(exception, type, destructor);
}
