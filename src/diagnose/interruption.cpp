#include "diagnose/interruption.h"

#include <signal.h>

#include <algorithm>
#include <string>
#include <utility>

namespace milliamp::detail::diagnose {

namespace {

constexpr std::size_t threads_named = 4;

/// Threads with one call stack are one event. Their call chains may differ in addresses.
std::vector<event> events_of(const std::vector<located_thread>& threads) {
  std::vector<event> events;
  std::vector<const located_thread*> first_of_events;
  for (const located_thread& t : threads) {
    const auto same_location = [&](const located_thread* known) {
      return known->waits == t.waits && known->calls == t.calls;
    };
    auto known = std::find_if(first_of_events.begin(), first_of_events.end(), same_location);
    if (known == first_of_events.end()) {
      const char* const what = t.waits ? report::what_waits : report::what_runs;
      event e{what, t.calls.user_frames(), {}, 0};
      known = std::find_if(first_of_events.begin(), first_of_events.end(), [&](const auto& other) {
        const auto i = static_cast<std::size_t>(&other - first_of_events.data());
        return events[i].what == e.what && events[i].frames == e.frames;
      });
      if (known == first_of_events.end()) {
        events.push_back(std::move(e));
        first_of_events.push_back(&t);
        known = first_of_events.end() - 1;
      }
    }
    event& e = events[static_cast<std::size_t>(known - first_of_events.begin())];
    ++e.thread_count;
    if (e.threads.size() < threads_named) e.threads.push_back(t.thread);
  }
  return events;
}

std::string summarize(const interruption_fact& interruption) {
  switch (interruption.signal) {
    case 0:
      return "a launch runs for longer than its limit of " +
             std::to_string(interruption.time_limit) + " s";
    case SIGINT:
      return "the process was interrupted while a kernel ran: SIGINT";
    default:
      return "the process was asked to end while a kernel ran: SIGTERM";
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
          ? "if the kernel does not end, look for a loop where its threads run"
          : "look for a loop that does not end where the threads run; for a launch that needs more "
            "time, set MILLIAMP_OPTIONS=time_limit=SECONDS, or 0 for no limit";
  return found;
}

}  // namespace milliamp::detail::diagnose
