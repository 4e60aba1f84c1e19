#include "engine/crash_handler.h"

#include "base/interruption.h"
#include "base/scoped_ignore.h"
#include "base/signal_handler.h"
#include "engine/worker.h"
#include "symbolize/symbols.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <mutex>
#include <string>

namespace milliamp::detail::engine {

namespace {

/// Large enough to symbolize frames.
constexpr std::size_t signal_stack_size = 256 * 1024;

constexpr int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
base::chained_signal_handler handlers[NSIG];

std::string describe(const stack_overflow& found) {
  return "milliamp: stack overflow in a kernel: thread " + to_string(found.thread) +
         " needs more than its stack of " + std::to_string(found.stack_size / 1024) +
         " KiB; use less stack in the kernel, or give its threads more with "
         "MILLIAMP_OPTIONS=stack_size=KIB\n";
}

std::string describe(int signal, const worker& w, const base::interruption& fault) {
  std::string text = std::string("milliamp: ") + strsignal(signal) + " in a kernel";
  if (fault.stack == nullptr) return text + '\n';
  text += ": thread " + to_string(w.part()->running_thread(fault.stack));
  // Symbols are looked up for the byte before a return address.
  const source_frame frame = symbolize::user_frames_of(fault.instruction + 1, {}).front();
  if (!frame.file.empty()) text += " at " + frame.file;
  if (frame.line != 0) text += ':' + std::to_string(frame.line);
  return text + " in " + frame.function + '\n';
}

void print(const std::string& message) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
}

/// Reports a fault that is about to end the process. Not all functions called here are
/// async-signal-safe, but code of a kernel rarely holds a lock of the C library when it faults. If
/// it does, or if the kernel has damaged memory, the message is lost, and the alarm ends the
/// handler. Only the first fault is reported; other threads that fault wait meanwhile.
void report_fault(int signal, const siginfo_t& info, const void* context, const worker& w) {
  constexpr unsigned seconds = 10;
  static std::atomic_flag is_begun;
  static std::atomic<bool> is_done{false};
  if (is_begun.test_and_set()) {
    if (!is_done) sleep(seconds);
    return;
  }
  const unsigned previous_alarm = alarm(seconds);
  const base::scoped_ignore ignore;
  const auto overflow = signal == SIGSEGV ? w.find_overflow(info.si_addr) : std::nullopt;
  print(overflow ? describe(*overflow) : describe(signal, w, base::interruption(context)));
  w.part()->on_crash();
  alarm(previous_alarm);
  is_done = true;
}

void handle_fault(int signal, siginfo_t* info, void* context) {
  const bool is_sent = info->si_code <= 0;  // by kill() or a similar call
  const worker* const w = base::this_thread.worker;
  if (w != nullptr && w->part() != nullptr && !is_sent) {
    const bool is_of_memory = signal == SIGSEGV || signal == SIGBUS;
    if (is_of_memory && !w->find_overflow(info->si_addr)) w->part()->end_reported_thread(signal);
    report_fault(signal, *info, context, *w);
  }
  if (handlers[signal].call_previous(signal, info, context)) return;
  // The faulting instruction runs again and ends the process.
  ::signal(signal, SIG_DFL);
  if (is_sent) raise(signal);
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
