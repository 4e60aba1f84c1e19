#include "engine/escaped_exception.h"

#include "base/scoped_ignore.h"
#include "diagnose/crash.h"
#include "engine/failure.h"
#include "engine/running_part.h"
#include "engine/worker.h"

#include <exception>

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

}  // namespace

std::optional<symbolize::call_chain> calls_of_current_exception() {
  const worker* const w = base::this_thread.worker;
  const void* const current = current_exception();
  if (w == nullptr || current == nullptr || w->last_throw().exception != current)
    return std::nullopt;
  return w->last_throw().calls;
}

void record_throw(const void* exception, const std::type_info& type) {
  worker* const w = worker::in_kernel();
  if (w == nullptr || type == typeid(tile_abandoned)) return;
  const base::scoped_ignore ignore;
  w->last_throw() = {exception, symbolize::call_chain::of_caller(code_of_kernel(*w->part()))};
}

}  // namespace milliamp::detail::engine
