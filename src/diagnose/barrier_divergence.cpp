#include "diagnose/barrier_divergence.h"

#include "report/finding_failure.h"
#include "symbolize/frames.h"
#include "symbolize/type_names.h"

#include <algorithm>
#include <string>

namespace milliamp::detail::diagnose {

namespace {

constexpr std::size_t threads_shown = 4;

bool has_returned(const barrier_stop& stop) { return stop.call.return_address == nullptr; }

bool is_same_stop(const barrier_stop& a, const barrier_stop& b) {
  if (has_returned(a) || has_returned(b)) return has_returned(a) == has_returned(b);
  return a.kind == b.kind && symbolize::is_same_call_site(a.call.return_address, a.call.calls,
                                                          b.call.return_address, b.call.calls);
}

/// An event without threads. A thread that has returned has the name of the kernel as its frame.
event event_of_stop(const barrier_stop& stop, const std::type_info& kernel) {
  if (has_returned(stop)) {
    return {
        report::what_returned, {source_frame{symbolize::demangle(kernel.name()), "", 0, 0}}, {}, 0};
  }
  return {report::what_waits, frames_of(stop.call), {}, 0};
}

/// The threads that have stopped at one location.
struct stopped_threads {
  const barrier_stop* stop;
  event stopped;
};

std::vector<stopped_threads> group(const barrier_divergence_fact& divergence) {
  std::vector<stopped_threads> groups;
  for (std::size_t t = 0; t < divergence.stops.size(); ++t) {
    const barrier_stop& stop = divergence.stops[t];
    auto group = std::find_if(groups.begin(), groups.end(), [&](const stopped_threads& g) {
      return is_same_stop(*g.stop, stop);
    });
    if (group == groups.end()) {
      group = groups.insert(group, {&stop, event_of_stop(stop, *divergence.kernel)});
    }
    event& e = group->stopped;
    ++e.thread_count;
    if (e.threads.size() < threads_shown) e.threads.push_back(divergence.threads[t]);
  }
  return groups;
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

bool are_at_one_location(const std::vector<stopped_threads>& groups) {
  return std::all_of(groups.begin(), groups.end(), [&](const stopped_threads& g) {
    return g.stopped.frames.front() == groups.front().stopped.frames.front();
  });
}

bool have_one_call_stack(const std::vector<stopped_threads>& groups) {
  return std::all_of(groups.begin(), groups.end(), [&](const stopped_threads& g) {
    return g.stopped.frames == groups.front().stopped.frames;
  });
}

bool have_one_fence(const std::vector<stopped_threads>& groups) {
  return std::all_of(groups.begin(), groups.end(), [&](const stopped_threads& g) {
    return g.stop->kind == groups.front().stop->kind;
  });
}

const char* name_of_wait(fence kind) {
  switch (kind) {
    case fence::all:
      return "wait()";
    case fence::global:
      return "wait_with_global_memory_fence()";
    case fence::tile_static_memory:
      return "wait_with_tile_static_memory_fence()";
  }
  return "";
}

/// Sets the summary and the advice, and a note where the source lines do not distinguish the stops.
void judge(const std::vector<stopped_threads>& groups, finding& found) {
  if (std::any_of(groups.begin(), groups.end(),
                  [](const stopped_threads& g) { return has_returned(*g.stop); })) {
    found.summary = "threads of one tile wait at a barrier that others do not reach";
    found.advice =
        "every thread of a tile must reach every barrier (spec 8.1.1): move the barrier out of the "
        "condition, or keep idle threads in the kernel until they have reached it";
    return;
  }
  if (are_at_one_location(groups) && have_one_fence(groups) && !have_one_call_stack(groups)) {
    found.summary = "threads of one tile reach one barrier through different calls";
    found.advice =
        "a call that reaches a barrier must be made by all threads of the tile or by none (spec "
        "8.1.1): make the call once, after the branches";
    return;
  }
  found.summary = "threads of one tile wait at different barriers";
  found.advice =
      "every thread of a tile must reach every barrier (spec 8.1.1): put one barrier after the "
      "branches, instead of one in each branch";
  if (!are_at_one_location(groups)) return;
  if (have_one_fence(groups)) {
    found.notes.emplace_back(
        "the source has several barriers with the same fence at this location, as in a macro");
    return;
  }
  for (const stopped_threads& g : groups) {
    found.notes.push_back(report::threads_of(g.stopped) + ": " + name_of_wait(g.stop->kind));
  }
}

}  // namespace

bool have_same_stop(const std::vector<barrier_stop>& threads) {
  return std::all_of(threads.begin(), threads.end(),
                     [&](const barrier_stop& s) { return is_same_stop(s, threads.front()); });
}

finding diagnose(const barrier_divergence_fact& divergence) {
  finding found;
  found.kind = finding_kind::barrier_divergence;
  const std::vector<stopped_threads> groups = group(divergence);
  judge(groups, found);
  for (const stopped_threads& g : groups) found.events.push_back(g.stopped);
  return found;
}

std::exception_ptr divergence_failure(const finding& divergence) {
  std::string message = "barrier divergence: " + divergence.summary;
  for (const event& e : divergence.events) message += "; " + describe(e);
  return std::make_exception_ptr(report::finding_failure(divergence.kind, message));
}

}  // namespace milliamp::detail::diagnose
