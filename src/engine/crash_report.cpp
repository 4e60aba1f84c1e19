#include "engine/crash_report.h"

#include "engine/crash_handler.h"
#include "report/announcement.h"
#include "report/finding_collector.h"
#include "report/reporter.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ctime>

namespace milliamp::detail::engine {

namespace {

constexpr unsigned seconds = 10;

std::atomic_flag is_begun;
std::atomic<bool> is_done{false};
std::atomic<pthread_t> reporting_thread;
int ending_signal = 0;
const void* interrupted_instruction = nullptr;

/// Writes the line that replaces the report. Async-signal-safe.
void write_plain_line() {
  char text[] =
      "milliamp: crash: the process crashed in a kernel, at 0x0000000000000000; the report could "
      "not be completed\n";
  char* digit = std::strstr(text, "0x") + 2 + 16;
  for (auto rest = reinterpret_cast<std::uintptr_t>(interrupted_instruction); rest != 0;
       rest >>= 4) {
    *--digit = "0123456789abcdef"[rest & 15];
  }
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, sizeof text - 1);
}

[[noreturn]] void end_without_report() {
  write_plain_line();
  ::signal(ending_signal, SIG_DFL);
  unblock(ending_signal);
  raise(ending_signal);
  _exit(128 + ending_signal);
}

/// Waits as long as another thread's report may take; the process ends before. No signal ends the
/// wait, as it would end sleep().
void wait_for_report() {
  timespec end{};
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_sec += seconds;
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &end, nullptr) == EINTR) {
  }
}

}  // namespace

crash_guard::crash_guard(int signal, const void* instruction) {
  if (is_begun.test_and_set()) {
    if (is_done) return;
    if (pthread_equal(reporting_thread, pthread_self()) != 0) end_without_report();
    wait_for_report();
    return;
  }
  is_first_ = true;
  reporting_thread = pthread_self();
  ending_signal = signal;
  interrupted_instruction = instruction;
  sigset_t unblocked;
  sigemptyset(&unblocked);
  for (const int s : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGALRM})
    sigaddset(&unblocked, s);
  pthread_sigmask(SIG_UNBLOCK, &unblocked, &previous_mask_);
  struct sigaction on_alarm {};
  on_alarm.sa_handler = [](int) { end_without_report(); };
  sigaction(SIGALRM, &on_alarm, &previous_on_alarm_);
  previous_alarm_ = alarm(seconds);
}

crash_guard::~crash_guard() {
  if (!is_first_) return;
  alarm(previous_alarm_);
  sigaction(SIGALRM, &previous_on_alarm_, nullptr);
  pthread_sigmask(SIG_SETMASK, &previous_mask_, nullptr);
  is_done = true;
}

void report_crash(const finding& crash,
                  const std::function<void(const finding& crash)>& report_others) {
  finding_collector::close();
  report::announce(crash.summary);
  report::reporter& all = report::reporter::instance();
  all.add({crash});
  report_others(crash);
  all.finish(0);
}

void report_running_test(int signal, const void* instruction) {
  const crash_guard guard(signal, instruction);
  if (guard.is_first()) report::reporter::instance().report_running_test();
}

}  // namespace milliamp::detail::engine
