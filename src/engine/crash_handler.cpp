#include "engine/crash_handler.h"

#include "base/interruption.h"
#include "base/scoped_ignore.h"
#include "base/signal_handler.h"
#include "check/checker.h"
#include "engine/worker.h"
#include "report/finding_collector.h"
#include "report/reporter.h"
#include "symbolize/symbols.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <string>

namespace milliamp::detail::engine {

namespace {

/// Enough for debug information to be read on.
constexpr std::size_t signal_stack_size = 256 * 1024;

constexpr int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
base::chained_signal_handler handlers[NSIG];

std::string describe(const stack_overflow& found) {
  return "milliamp: stack overflow in a kernel: thread " + to_string(found.thread) +
         " needs more than its stack of " + std::to_string(found.stack_size / 1024) +
         " KiB; use less stack in the kernel, or give its threads more with "
         "MILLIAMP_OPTIONS=stack_size=KIB\n";
}

std::string describe(int signal, const worker& w, const base::interruption& where) {
  std::string text = std::string("milliamp: ") + strsignal(signal) + " in a kernel";
  if (where.stack == nullptr) return text + '\n';
  text += ": thread " + to_string(w.running_thread(where.stack));
  // Symbols are looked for at the place before a return address.
  const source_frame place = symbolize::user_frames_of(where.instruction + 1, {}).front();
  if (!place.file.empty()) text += " at " + place.file;
  if (place.line != 0) text += ':' + std::to_string(place.line);
  return text + " in " + place.function + '\n';
}

void say(const std::string& message) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
}

/// The process is about to die of the fault. What is called here is not all async-signal-safe, but
/// a fault in a kernel's own code holds no lock of the C library, with rare exceptions. They, and
/// memory that the kernel has damaged, cost the message; and should this come to no end, the alarm
/// ends it. Only the first fault is reported, while threads that fault meanwhile wait.
void report_fault(int signal, const siginfo_t& info, const void* context, const worker& w) {
  constexpr unsigned seconds = 10;
  static std::atomic_flag is_begun;
  static std::atomic<bool> is_done{false};
  if (is_begun.test_and_set()) {
    if (!is_done) sleep(seconds);
    return;
  }
  const unsigned programs_seconds = alarm(seconds);
  const base::scoped_ignore own;
  const auto overflow = signal == SIGSEGV ? w.find_overflow(info.si_addr) : std::nullopt;
  say(overflow ? describe(*overflow) : describe(signal, w, base::interruption(context)));
  if (check::checker* const checker = base::this_thread.kernel_checker()) {
    finding_collector::close();
    checker->report_before_end();
    report::reporter::instance().finish(0);
  }
  alarm(programs_seconds);
  is_done = true;
}

/// Ends the thread instead of the process when an index out of bounds, which has been reported, has
/// led to where no memory is: nothing is damaged.
void leave_after_overrun(int signal, const siginfo_t& info, const worker& w) {
  const bool is_of_memory = signal == SIGSEGV || signal == SIGBUS;
  if (!is_of_memory || w.find_overflow(info.si_addr)) return;
  check::checker* const checker = check::checker::active();
  if (checker == nullptr || !checker->may_overrun()) return;
  sigset_t fault;
  sigemptyset(&fault);
  sigaddset(&fault, signal);
  pthread_sigmask(SIG_UNBLOCK, &fault, nullptr);
  checker->leave();
}

void handle_fault(int signal, siginfo_t* info, void* context) {
  const bool is_sent = info->si_code <= 0;  // by somebody's kill()
  const worker* const w = worker::existing();
  if (w != nullptr && w->in_kernel() && !is_sent) {
    leave_after_overrun(signal, *info, *w);
    report_fault(signal, *info, context, *w);
  }
  if (handlers[signal].call_previous(signal, info, context)) return;
  // What faults, run again, ends the process.
  ::signal(signal, SIG_DFL);
  if (is_sent) raise(signal);
}

}  // namespace

void install_crash_handler() {
  static std::once_flag once;
  std::call_once(once, [] {
    for (const int fault : faults) handlers[fault].install(fault, &handle_fault, SA_ONSTACK);
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
