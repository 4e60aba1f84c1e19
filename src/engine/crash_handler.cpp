#include "engine/crash_handler.h"

#include "base/interruption.h"
#include "base/scoped_ignore.h"
#include "base/signal_handler.h"
#include "diagnose/crash.h"
#include "engine/crash_report.h"
#include "engine/stopped_workers.h"
#include "engine/terminate_handler.h"
#include "engine/worker.h"
#include "report/reporter.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <optional>

namespace milliamp::detail::engine {

namespace {

/// SIGTRAP is raised by __builtin_trap() on 64-bit ARM, and by int3 on x86.
constexpr int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP};
base::chained_signal_handler handlers[NSIG];

finding describe(int signal, const siginfo_t& info, void* context, const worker& w) {
  const running_part& part = *w.part();
  const auto overflow = signal == SIGSEGV ? w.find_overflow(info.si_addr) : std::nullopt;
  const std::optional<bool> is_write = base::interruption(context).has_written;
  const base::undone_wild_call undone(context, signal == SIGSEGV ? info.si_addr : nullptr);
  const base::interruption fault(context);
  return diagnose::diagnose(diagnose::crash_fact{
      signal, info.si_code, info.si_addr, is_write, undone.is_undone(),
      overflow ? overflow->stack_size : 0, overflow && overflow->is_of_os_thread,
      symbolize::call_chain::of_interrupted(fault, code_of_kernel(part)),
      overflow ? overflow->thread : part.running_thread(fault.stack)});
}

/// A signal that the kernel's code has raised, also by abort(); not one from another process.
bool is_raised_by_kernel(int signal, const siginfo_t& info) {
  if (signal != SIGABRT) return info.si_code > 0;
  return info.si_code == SI_TKILL && info.si_pid == getpid();
}

void handle_fault(int signal, siginfo_t* info, void* context) {
  const worker* const w = worker::in_kernel();
  if (w != nullptr && is_raised_by_kernel(signal, *info)) {
    const bool is_of_memory = signal == SIGSEGV || signal == SIGBUS;
    if (is_of_memory && !w->find_overflow(info->si_addr)) w->part()->end_reported_thread(signal);
    const crash_guard guard(signal, base::interruption(context).instruction);
    if (guard.is_first()) {
      const base::scoped_ignore ignore;
      report_crash(describe(signal, *info, context, *w),
                   [&](const finding& crash) { w->part()->on_crash(crash); });
    }
  }
  const base::previous_action previous = handlers[signal].call_previous(signal, info, context);
  if (previous == base::previous_action::handled) return;
  // Only a signal that the program or another process has sent can be ignored.
  if (previous == base::previous_action::ignored && info->si_code <= 0) return;
  if (w == nullptr) report_running_test(signal, base::interruption(context).instruction);
  // The faulting instruction runs again and ends the process. A trap may not repeat: the program
  // counter may be past it.
  ::signal(signal, SIG_DFL);
  if (info->si_code <= 0 || signal == SIGTRAP) raise(signal);
}

/// Handles SIGINT and SIGTERM, unless the program does. A second signal ends the process at once,
/// but not within a second of the first: a signal to the process group arrives twice if the parent
/// forwards it.
void handle_request_to_end(int signal, siginfo_t*, void* context) {
  using clock = std::chrono::steady_clock;
  static std::atomic<clock::time_point> first{};
  clock::time_point before{};
  if (!first.compare_exchange_strong(before, clock::now())) {
    if (clock::now() - before < std::chrono::seconds(1)) return;
    ::signal(signal, SIG_DFL);
    raise(signal);
    return;
  }
  const crash_guard guard(signal, base::interruption(context).instruction);
  if (guard.is_first() && is_kernel_running()) {
    report_interruption({signal, 0, {}}, context);
  } else if (guard.is_first()) {
    report::reporter::instance().report_running_test();
  }
  ::signal(signal, SIG_DFL);
  raise(signal);
}

/// Installs the handler unless the program, or the process that started it, has changed the
/// signal's action.
void install_request_handler(int signal) {
  struct sigaction present {};
  sigaction(signal, nullptr, &present);
  if ((present.sa_flags & SA_SIGINFO) != 0 || present.sa_handler != SIG_DFL) return;
  handlers[signal].install(signal, &handle_request_to_end, SA_ONSTACK | SA_RESTART);
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
    install_terminate_handler();
  });
  for (const int fault : {SIGSEGV, SIGBUS, SIGFPE, SIGILL}) unblock(fault);
}

}  // namespace milliamp::detail::engine
