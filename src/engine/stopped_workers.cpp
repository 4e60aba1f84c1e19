#include "engine/stopped_workers.h"

#include "base/interruption.h"
#include "base/scoped_ignore.h"
#include "base/signal_handler.h"
#include "engine/crash_report.h"
#include "engine/running_part.h"
#include "engine/worker.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <list>
#include <thread>
#include <utility>

namespace milliamp::detail::engine {

namespace {

using namespace std::chrono_literals;

enum class stop_state : int { asked, stopped, reporting, reported, idle };

/// A worker that is to stop. All but the state belongs to the worker until it is stopped.
struct stopping_worker {
  explicit stopping_worker(const worker& stopping) : w(&stopping) {}

  const worker* const w;
  std::atomic<stop_state> state{stop_state::asked};
  std::vector<diagnose::located_thread> threads;
  const finding* interruption = nullptr;  ///< set before the worker is to report
};

/// Written before the signals are sent, and never freed: a signal may arrive late.
std::list<stopping_worker>* all_stopping = nullptr;
std::atomic<bool> may_be_anywhere{false};
base::chained_signal_handler handler;

/// The threads of a part that are in the code of the kernel: the running one and, of a tile, those
/// that wait at a barrier.
std::vector<diagnose::located_thread> locate_threads(const running_part& part,
                                                     const base::interruption& code,
                                                     const symbolize::call_chain& calls) {
  const thread_position running = part.running_thread(code.stack);
  std::vector<diagnose::located_thread> threads{{running, false, calls}};
  for (const suspended_thread& t : suspended_threads(part)) {
    if (t.thread == running) continue;
    threads.push_back(
        {t.thread, true, symbolize::call_chain::of_suspended(t.instruction, code_of_kernel(part))});
  }
  return threads;
}

/// Stops the calling worker in the code of its kernel, where it holds no lock of a library.
/// Returns if it is elsewhere: the signal will be sent again.
void stop(stopping_worker& mine, void* context) {
  running_part* const part = mine.w->part();
  if (part == nullptr) {
    mine.state = stop_state::idle;
    return;
  }
  const base::interruption code(context);
  const auto calls = symbolize::call_chain::of_interrupted(code, code_of_kernel(*part));
  if (!calls.is_in_kernel() && !may_be_anywhere) return;
  const base::scoped_ignore ignore;
  mine.threads = locate_threads(*part, code, calls);
  mine.state = stop_state::stopped;
  while (mine.state != stop_state::reporting) std::this_thread::sleep_for(1ms);
  part->on_crash(*mine.interruption);
  mine.state = stop_state::reported;
  for (;;) pause();
}

void handle_stop(int signal, siginfo_t* info, void* context) {
  const worker* const w = base::this_thread.worker;
  for (stopping_worker& each : *all_stopping) {
    if (each.w == w && each.state == stop_state::asked) return stop(each, context);
  }
  handler.call_previous(signal, info, context);
}

/// Signals the workers until all have stopped; after some attempts, also within a library. Times
/// out after a few seconds.
void stop_all(std::list<stopping_worker>& workers) {
  constexpr int tries_in_kernel = 150;
  constexpr int tries = 500;
  for (int t = 0; t < tries; ++t) {
    may_be_anywhere = t >= tries_in_kernel;
    bool are_stopped = true;
    // Skips workers that have ended since.
    worker::for_each([&](const worker& w) {
      for (const stopping_worker& each : workers) {
        if (each.w != &w || each.state != stop_state::asked) continue;
        are_stopped = false;
        pthread_kill(w.os_thread(), base::worker_signal);
      }
    });
    if (are_stopped) return;
    std::this_thread::sleep_for(2ms);
  }
}

/// Lets a stopped worker report the findings of its part.
void report_findings_of(stopping_worker& each, const finding& interruption) {
  if (each.state != stop_state::stopped) return;
  each.interruption = &interruption;
  each.state = stop_state::reporting;
  while (each.state != stop_state::reported) std::this_thread::sleep_for(1ms);
}

}  // namespace

bool is_kernel_running() {
  bool is_running = false;
  worker::for_each([&](const worker& w) { is_running = is_running || w.part() != nullptr; });
  return is_running;
}

void report_interruption(diagnose::interruption_fact reason, void* context) {
  const base::scoped_ignore ignore;
  const worker* const own = base::this_thread.worker;
  auto* const others = new std::list<stopping_worker>;
  worker::for_each([&](const worker& w) {
    if (&w != own && w.part() != nullptr) others->emplace_back(w);
  });
  all_stopping = others;
  handler.install(base::worker_signal, &handle_stop, SA_ONSTACK | SA_RESTART);
  stop_all(*others);
  running_part* const part = context != nullptr && own != nullptr ? own->part() : nullptr;
  if (part != nullptr) {
    const base::interruption code(context);
    reason.threads = locate_threads(
        *part, code, symbolize::call_chain::of_interrupted(code, code_of_kernel(*part)));
  }
  for (stopping_worker& each : *others) {
    if (each.state != stop_state::stopped) continue;
    std::move(each.threads.begin(), each.threads.end(), std::back_inserter(reason.threads));
  }
  report_crash(diagnose::diagnose(reason), [&](const finding& interruption) {
    if (part != nullptr) part->on_crash(interruption);
    for (stopping_worker& each : *others) report_findings_of(each, interruption);
  });
}

}  // namespace milliamp::detail::engine
