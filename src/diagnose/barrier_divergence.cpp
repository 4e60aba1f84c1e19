#include "diagnose/barrier_divergence.h"

#include "symbolize/symbols.h"

#include <milliamp/exceptions.h>

#include <algorithm>
#include <string>

namespace milliamp::detail::diagnose {

namespace {

constexpr std::size_t threads_shown = 4;

bool has_returned(const call_site& stop) { return stop.return_address == nullptr; }

/// An event without threads. A thread that has returned has the name of the kernel as its frame.
event event_of_stop(const call_site& stop, const std::type_info& kernel) {
  if (has_returned(stop)) {
    return {
        report::what_returned, {source_frame{symbolize::demangle(kernel.name()), "", 0, 0}}, {}, 0};
  }
  return {report::what_waits, frames_of(stop), {}, 0};
}

/// One event for each place where threads have stopped.
std::vector<event> events_of(const barrier_divergence_fact& divergence) {
  std::vector<event> events;
  std::vector<const call_site*> stops;  // of the events
  for (std::size_t t = 0; t < divergence.stops.size(); ++t) {
    const call_site& stop = divergence.stops[t];
    const auto known = std::find_if(stops.begin(), stops.end(),
                                    [&](const call_site* s) { return is_same_stop(*s, stop); });
    const auto at = static_cast<std::size_t>(known - stops.begin());
    if (known == stops.end()) {
      stops.push_back(&stop);
      events.push_back(event_of_stop(stop, *divergence.kernel));
    }
    event& e = events[at];
    ++e.thread_count;
    if (e.threads.size() < threads_shown) e.threads.push_back(divergence.threads[t]);
  }
  return events;
}

/// An event in one line: `4 threads: wait at a barrier at file.cpp:12 (local (0) …)`.
std::string describe(const event& e) {
  std::string text =
      std::to_string(e.thread_count) + (e.thread_count == 1 ? " thread: " : " threads: ") + e.what;
  if (const source_frame& f = e.frames.front(); !f.file.empty()) {
    text += " at " + f.file + ':' + std::to_string(f.line);
  }
  text += " (";
  for (std::size_t i = 0; i < e.threads.size(); ++i) {
    text += (i == 0 ? "" : "; ") + to_string(e.threads[i]);
  }
  return text + (e.thread_count > e.threads.size() ? "; …)" : ")");
}

struct verdict {
  const char* summary;
  const char* advice;
};

verdict judge(const std::vector<event>& stops) {
  if (std::any_of(stops.begin(), stops.end(),
                  [](const event& e) { return e.what == report::what_returned; })) {
    return {"threads of one tile wait at a barrier that others do not reach",
            "every thread of a tile must reach every barrier (spec 8.1.1): move the barrier out "
            "of the condition, or keep idle threads in the kernel until they have reached it"};
  }
  if (std::all_of(stops.begin(), stops.end(), [&](const event& e) {
        return e.frames.front() == stops.front().frames.front();
      })) {
    return {"threads of one tile reach one barrier through different calls",
            "a condition on a call that leads to a barrier must be the same for all threads of the "
            "tile (spec 8.1.1): make the call once, where the branches meet"};
  }
  return {"threads of one tile wait at different barriers",
          "every thread of a tile must reach every barrier (spec 8.1.1): put one barrier where the "
          "branches meet, instead of one in each"};
}

}  // namespace

bool is_same_stop(const call_site& a, const call_site& b) {
  if (has_returned(a) || has_returned(b)) return has_returned(a) == has_returned(b);
  return symbolize::is_same_call_site(a.return_address, a.calls, b.return_address, b.calls);
}

finding diagnose(const barrier_divergence_fact& divergence) {
  finding found;
  found.kind = finding_kind::barrier_divergence;
  found.events = events_of(divergence);
  const verdict v = judge(found.events);
  found.summary = v.summary;
  found.advice = v.advice;
  return found;
}

std::exception_ptr divergence_failure(const finding& divergence) {
  std::string message = "barrier divergence: " + divergence.summary;
  for (const event& e : divergence.events) message += "; " + describe(e);
  return std::make_exception_ptr(
      concurrency::runtime_exception(message.c_str(), concurrency::detail::e_fail));
}

}  // namespace milliamp::detail::diagnose
