#include "engine/crash_handler.h"

#include "base/interruption.h"
#include "base/scoped_ignore.h"
#include "base/signal_handler.h"
#include "base/throw_observer.h"
#include "diagnose/crash.h"
#include "engine/crash_report.h"
#include "engine/escaped_exception.h"
#include "engine/stopped_workers.h"
#include "engine/worker.h"
#include "symbolize/symbols.h"

#include <cxxabi.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <mutex>
#include <string>

namespace milliamp::detail::engine {

namespace {

/// Large enough to symbolize frames.
constexpr std::size_t signal_stack_size = 256 * 1024;

constexpr int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
base::chained_signal_handler handlers[NSIG];
std::terminate_handler previous_terminate = nullptr;

/// The worker of the calling thread, if it runs a kernel.
const worker* worker_in_kernel() {
  const worker* const w = base::this_thread.worker;
  return w != nullptr && w->part() != nullptr ? w : nullptr;
}

finding describe(int signal, const siginfo_t& info, void* context, const worker& w) {
  const running_part& part = *w.part();
  const auto overflow = signal == SIGSEGV ? w.find_overflow(info.si_addr) : std::nullopt;
  const std::optional<bool> is_write = base::interruption(context).has_written;
  const base::undone_wild_call undone(context, signal == SIGSEGV ? info.si_addr : nullptr);
  const base::interruption fault(context);
  return diagnose::diagnose(
      diagnose::crash_fact{signal, info.si_code, info.si_addr, is_write, undone.is_undone(),
                           overflow ? overflow->stack_size : 0,
                           symbolize::call_chain::of_interrupted(fault, code_of_kernel(part)),
                           overflow ? overflow->thread : part.running_thread(fault.stack)});
}

/// A signal that the kernel's code has raised, also by abort(); not one from another process.
bool is_raised_by_kernel(int signal, const siginfo_t& info) {
  if (signal != SIGABRT) return info.si_code > 0;
  return info.si_code == SI_TKILL && info.si_pid == getpid();
}

void handle_fault(int signal, siginfo_t* info, void* context) {
  const worker* const w = worker_in_kernel();
  if (w != nullptr && is_raised_by_kernel(signal, *info)) {
    const bool is_of_memory = signal == SIGSEGV || signal == SIGBUS;
    if (is_of_memory && !w->find_overflow(info->si_addr)) w->part()->end_reported_thread(signal);
    const crash_guard guard(signal, base::interruption(context).instruction);
    if (guard.is_first()) {
      const base::scoped_ignore ignore;
      report_crash(describe(signal, *info, context, *w), [&] { w->part()->on_crash(); });
    }
  }
  if (handlers[signal].call_previous(signal, info, context)) return;
  // The faulting instruction runs again and ends the process.
  ::signal(signal, SIG_DFL);
  if (info->si_code <= 0) raise(signal);
}

/// SIGINT or SIGTERM, which no handler of the program takes. A second one ends the process at once.
void handle_request_to_end(int signal, siginfo_t*, void* context) {
  ::signal(signal, SIG_DFL);
  if (is_kernel_running()) {
    const crash_guard guard(signal, base::interruption(context).instruction);
    if (guard.is_first()) report_interruption({signal, 0, {}}, context);
  }
  raise(signal);
}

/// Leaves alone what the program, or the process that has started it, has changed.
void install_request_handler(int signal) {
  struct sigaction present {};
  sigaction(signal, nullptr, &present);
  if ((present.sa_flags & SA_SIGINFO) != 0 || present.sa_handler != SIG_DFL) return;
  handlers[signal].install(signal, &handle_request_to_end, SA_ONSTACK | SA_RESTART);
}

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
    if (guard.is_first()) report_crash(escaped.diagnosed(), [] {});
  } catch (...) {
  }
}

/// Calls the program's handler, or that of the report, which ends the process by abort().
[[noreturn]] void handle_terminate() {
  if (const worker* const w = worker_in_kernel()) {
    const crash_guard guard(SIGABRT, __builtin_return_address(0));
    if (guard.is_first()) {
      const base::scoped_ignore ignore;
      report_crash(diagnose::diagnose(diagnose::termination_fact{
                       describe_exception(),
                       calls_of_current_exception().value_or(
                           symbolize::call_chain::of_caller(code_of_kernel(*w->part()))),
                       w->part()->running_thread(__builtin_frame_address(0))}),
                   [&] { w->part()->on_crash(); });
    }
  }
  report_escaped_exception();
  if (previous_terminate != nullptr) previous_terminate();
  std::abort();
}

}  // namespace

void unblock(int signal) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, signal);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void install_crash_handler() {
  static std::once_flag once;
  std::call_once(once, [] {
    for (const int fault : faults) handlers[fault].install(fault, &handle_fault, SA_ONSTACK);
    for (const int request : {SIGINT, SIGTERM}) install_request_handler(request);
    base::observe_throws(&record_throw);
    previous_terminate = std::set_terminate(&handle_terminate);
  });
}

std::unique_ptr<std::byte[]> make_signal_stack() {
  stack_t present{};
  sigaltstack(nullptr, &present);
  if ((present.ss_flags & SS_DISABLE) == 0) return nullptr;
  auto stack = std::make_unique_for_overwrite<std::byte[]>(signal_stack_size);
  stack_t wanted{};
  wanted.ss_sp = stack.get();
  wanted.ss_size = signal_stack_size;
  sigaltstack(&wanted, nullptr);
  return stack;
}

void remove_signal_stack(const std::unique_ptr<std::byte[]>& stack) {
  if (stack == nullptr) return;
  stack_t present{};
  sigaltstack(nullptr, &present);
  if (present.ss_sp != stack.get()) return;
  stack_t none{};
  none.ss_flags = SS_DISABLE;
  sigaltstack(&none, nullptr);
}

}  // namespace milliamp::detail::engine
