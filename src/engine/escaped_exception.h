/// @file
/// Exceptions that leave kernels. The launch rethrows one to the host. If the host does not catch
/// it, the process ends with a report of the kernel thread and the call stack of the throw.
#pragma once

#include "report/finding.h"
#include "symbolize/call_chain.h"

#include <milliamp/exceptions.h>

#include <optional>
#include <string>
#include <typeinfo>

namespace milliamp::detail::engine {

/// Ends a launch whose kernel has thrown.
class escaped_exception : public concurrency::runtime_exception {
 public:
  /// @param message what the kernel has thrown; the thread is added
  /// @param calls the calls of the throw, if they are known
  escaped_exception(const std::string& message, HRESULT code, const thread_position& thread,
                    const std::optional<symbolize::call_chain>& calls);

  finding diagnosed() const;

 private:
  std::string thrown_;
  thread_position thread_;
  std::optional<symbolize::call_chain> calls_;
};

/// Records the calls of a throw in a kernel: they have been unwound when the engine catches the
/// exception. A base::throw_observer.
void record_throw(const void* exception, const std::type_info& type);

/// The calls that led to the exception being handled, if it is the last one that the calling worker
/// has thrown.
std::optional<symbolize::call_chain> calls_of_current_exception();

}  // namespace milliamp::detail::engine
