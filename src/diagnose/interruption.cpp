#include "diagnose/interruption.h"

#include <signal.h>

#include <algorithm>
#include <string>
#include <utility>

namespace milliamp::detail::diagnose {

namespace {

constexpr std::size_t threads_named = 4;

/// The event of all threads at one location.
struct located_event {
  event described;
  const located_thread* first;
};

/// Threads with one call stack are one event. Their call chains may differ in addresses.
std::vector<event> events_of(const std::vector<located_thread>& threads) {
  std::vector<located_event> located;
  for (const located_thread& t : threads) {
    auto known = std::find_if(located.begin(), located.end(), [&](const located_event& other) {
      return other.first->waits == t.waits && other.first->calls == t.calls;
    });
    if (known == located.end()) {
      event e{t.waits ? report::what_waits : report::what_runs, t.calls.user_frames(), {}, 0};
      known = std::find_if(located.begin(), located.end(), [&](const located_event& other) {
        return other.described.what == e.what && other.described.frames == e.frames;
      });
      if (known == located.end()) known = located.insert(known, {std::move(e), &t});
    }
    event& e = known->described;
    ++e.thread_count;
    if (e.threads.size() < threads_named) e.threads.push_back(t.thread);
  }
  std::vector<event> events;
  for (located_event& l : located) events.push_back(std::move(l.described));
  return events;
}

std::string summarize(const interruption_fact& interruption) {
  switch (interruption.signal) {
    case 0:
      return "a launch runs for longer than its limit of " +
             std::to_string(interruption.time_limit) + " s";
    case SIGINT:
      return "SIGINT received while a kernel was running";
    default:
      return "SIGTERM received while a kernel was running";
  }
}

}  // namespace

finding diagnose(const interruption_fact& interruption) {
  finding found;
  found.kind = finding_kind::crash;
  found.summary = summarize(interruption);
  found.events = events_of(interruption.threads);
  if (found.events.empty()) found.notes.push_back("no thread was in the code of its kernel");
  found.advice =
      interruption.signal != 0
          ? "if the kernel hangs, look for an infinite loop where its threads run"
          : "look for an infinite loop where the threads run; for a launch that needs more "
            "time, set MILLIAMP_OPTIONS=time_limit=SECONDS, or 0 for no limit";
  return found;
}

}  // namespace milliamp::detail::diagnose
