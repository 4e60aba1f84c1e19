#include "engine/terminate_handler.h"

#include "base/scoped_ignore.h"
#include "base/throw_observer.h"
#include "diagnose/crash.h"
#include "engine/crash_report.h"
#include "engine/escaped_exception.h"
#include "engine/worker.h"
#include "symbolize/type_names.h"

#include <cxxabi.h>
#include <signal.h>

#include <cstdlib>
#include <exception>
#include <string>

namespace milliamp::detail::engine {

namespace {

std::terminate_handler previous_terminate = nullptr;

/// The type of the exception that nothing catches, and what() it says.
std::string describe_exception() {
  const std::exception_ptr exception = std::current_exception();
  if (exception == nullptr) return "";
  const std::string type = symbolize::demangle(abi::__cxa_current_exception_type()->name());
  try {
    std::rethrow_exception(exception);
  } catch (const std::exception& e) {
    return type + ": " + e.what();
  } catch (...) {
    return type;
  }
}

/// Reports the exception of a launch that nothing catches.
void report_escaped_exception() {
  const std::exception_ptr exception = std::current_exception();
  if (exception == nullptr) return;
  try {
    std::rethrow_exception(exception);
  } catch (const escaped_exception& escaped) {
    const crash_guard guard(SIGABRT, nullptr);
    if (guard.is_first()) report_crash(escaped.diagnosed(), [](const finding&) {});
  } catch (...) {
  }
}

/// Calls the program's handler, or that of the report, which ends the process by abort().
[[noreturn]] void handle_terminate() {
  if (const worker* const w = worker::in_kernel()) {
    const crash_guard guard(SIGABRT, __builtin_return_address(0));
    if (guard.is_first()) {
      const base::scoped_ignore ignore;
      report_crash(diagnose::diagnose(diagnose::termination_fact{
                       describe_exception(),
                       calls_of_current_exception().value_or(
                           symbolize::call_chain::of_caller(code_of_kernel(*w->part()))),
                       w->part()->running_thread(__builtin_frame_address(0))}),
                   [&](const finding& crash) { w->part()->on_crash(crash); });
    }
  }
  report_escaped_exception();
  if (previous_terminate != nullptr) previous_terminate();
  std::abort();
}

}  // namespace

void install_terminate_handler() {
  base::observe_throws(&record_throw);
  previous_terminate = std::set_terminate(&handle_terminate);
}

}  // namespace milliamp::detail::engine
