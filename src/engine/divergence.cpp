#include "engine/divergence.h"

#include "engine/thread_position.h"
#include "report/finding.h"
#include "symbolize/symbols.h"

#include <milliamp/exceptions.h>

#include <algorithm>

namespace milliamp::detail::engine {

namespace {

constexpr std::size_t threads_shown = 4;

/// The call chain of a barrier; for threads that have returned, the kernel's name.
std::vector<source_frame> frames_of_stop(const tiled_kernel& kernel, const thread_state& state) {
  if (state.barrier == nullptr)
    return {source_frame{symbolize::demangle(kernel.type->name()), "", 0, 0}};
  return symbolize::user_frames_of(state.barrier, state.calls);
}

/// One event for each place at which threads have stopped.
std::vector<event> stops_of(const tiled_kernel& kernel, const tile_coordinates& tile,
                            const std::vector<thread_state>& states) {
  std::vector<event> events;
  std::vector<thread_state> stops;
  for (thread_number t = 0; t < states.size(); ++t) {
    auto stop = std::find_if(stops.begin(), stops.end(),
                             [&](const thread_state& s) { return is_same_stop(s, states[t]); });
    const auto at = static_cast<std::size_t>(stop - stops.begin());
    if (stop == stops.end()) {
      stops.push_back(states[t]);
      events.push_back({states[t].barrier != nullptr ? report::what_waits : report::what_returned,
                        frames_of_stop(kernel, states[t]),
                        {},
                        0});
    }
    event& e = events[at];
    ++e.thread_count;
    if (e.threads.size() < threads_shown) {
      e.threads.push_back(position_of(kernel, tile, t));
    }
  }
  return events;
}

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

/// What is wrong, and what to do about it.
struct verdict {
  const char* summary;
  const char* advice;
};

verdict judge(const std::vector<event>& stops) {
  if (std::any_of(stops.begin(), stops.end(),
                  [](const event& e) { return e.what == report::what_returned; })) {
    return {"threads of one tile wait at a barrier to which others do not come",
            "every thread of a tile must come to every barrier (spec 8.1.1): move the barrier out "
            "of the condition, or keep the threads that have nothing to do in the kernel until it"};
  }
  if (std::all_of(stops.begin(), stops.end(), [&](const event& e) {
        return e.frames.front() == stops.front().frames.front();
      })) {
    return {"threads of one tile wait at one barrier to which different calls have led them",
            "what decides on a call that leads to a barrier must be the same for all threads of "
            "the tile (spec 8.1.1): make the call once, where the branches meet"};
  }
  return {"threads of one tile wait at different barriers",
          "every thread of a tile must come to every barrier (spec 8.1.1): put one barrier where "
          "the branches meet in the place of those within them"};
}

}  // namespace

bool is_same_stop(const thread_state& a, const thread_state& b) {
  if (a.barrier == nullptr || b.barrier == nullptr) return a.barrier == b.barrier;
  return symbolize::is_same_call_site(a.barrier, a.calls, b.barrier, b.calls);
}

finding describe_divergence(const tiled_kernel& kernel, const tile_coordinates& tile,
                            const std::vector<thread_state>& states) {
  finding found;
  found.kind = finding_kind::barrier_divergence;
  found.events = stops_of(kernel, tile, states);
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

}  // namespace milliamp::detail::engine
