#include "diagnose/race.h"

#include "report/source_location.h"
#include "symbolize/frames.h"

#include <algorithm>
#include <string>

namespace milliamp::detail::diagnose {

namespace {

/// Whether two accesses are in one function, reached by the same calls.
bool are_in_one_function(const event& a, const event& b) {
  return a.frames.front().file == b.frames.front().file &&
         a.frames.front().function == b.frames.front().function &&
         std::equal(a.frames.begin() + 1, a.frames.end(), b.frames.begin() + 1, b.frames.end());
}

/// Whether the barrier is between two accesses in the source although it was passed before both.
/// Then the access in front of it belongs to the next iteration of a loop.
bool is_in_next_iteration(const source_frame& barrier, const event& a, const event& b) {
  const source_frame& location = a.frames.front();
  const auto [first, last] = std::minmax(location.line, b.frames.front().line);
  return are_in_one_function(a, b) && barrier.file == location.file &&
         barrier.function == location.function && 0 < first && first < barrier.line &&
         barrier.line < last;
}

/// What is wrong with the barriers around two accesses by threads of one tile.
enum class barrier_fault : std::uint8_t { none_between, wrong_fence, next_iteration };

/// Finds the fault, and adds the barrier that causes it to the related locations.
barrier_fault find_barrier_fault(const race_fact& race, finding& found) {
  if (race.last_barrier == nullptr) return barrier_fault::none_between;
  const source_frame barrier = symbolize::user_frames_of(race.last_barrier).front();
  if (race.barrier_between) {
    found.related = {{barrier, std::string("this barrier orders ") +
                                   (race.memory.is_tile_static ? "global" : "tile_static") +
                                   " memory only"}};
    return barrier_fault::wrong_fence;
  }
  if (is_in_next_iteration(barrier, found.events[0], found.events[1])) {
    found.related = {{barrier, "this barrier orders the accesses only within one iteration"}};
    return barrier_fault::next_iteration;
  }
  return barrier_fault::none_between;
}

const char* summarize(barrier_fault fault) {
  switch (fault) {
    case barrier_fault::none_between:
      return " of one tile, with no barrier between them";
    case barrier_fault::wrong_fence:
      return " of one tile, with a barrier between them that does not order this memory";
    case barrier_fault::next_iteration:
      return " of one tile, in two iterations of a loop, with no barrier between them";
  }
  return "";
}

bool has_event(const finding& found, const char* what) {
  return found.events[0].what == what || found.events[1].what == what;
}

/// Advice for two accesses with no barrier between them.
std::string advise_barrier(const finding& found, const race_fact& race) {
  const event& a = found.events[0];
  const event& b = found.events[1];
  const bool are_on_one_line = a.frames.front().line != 0 && are_in_one_function(a, b) &&
                               a.frames.front().line == b.frames.front().line;
  if (has_event(found, to_string(report::access_kind::atomic))) {
    return "make both accesses atomic, or put tile_barrier::wait() between them";
  }
  if (race.after_fences) {
    return std::string("put tile_barrier::wait() between the two accesses; or a fence of ") +
           (race.memory.is_tile_static ? "tile_static memory, tile_static_memory_fence()"
                                       : "global memory, global_memory_fence()") +
           " or all_memory_fence(), before the atomic operation that signals the other thread, and "
           "after the one that sees the signal";
  }
  if (!are_on_one_line) {
    return a.what == b.what ? "write a different element in each thread, or put "
                              "tile_barrier::wait() between the two writes"
                            : "put tile_barrier::wait() between the two accesses";
  }
  const report::text_span write = report::location_of(a, found).span;
  const report::text_span read = report::location_of(b, found).span;
  if (a.what != b.what && (write.begin != read.begin || write.end != read.end)) {
    return "put tile_barrier::wait() where all threads have finished one step and none has started "
           "the next; in a loop, at the end of its body";
  }
  return "write a different element in each thread, or write from one thread only; to count or to "
         "sum, use an atomic operation";
}

std::string advise_tile(const finding& found, const race_fact& race, barrier_fault fault) {
  switch (fault) {
    case barrier_fault::none_between:
      return advise_barrier(found, race);
    case barrier_fault::wrong_fence:
      return race.memory.is_tile_static
                 ? "wait with a fence that orders tile_static memory: tile_barrier::wait() or "
                   "wait_with_tile_static_memory_fence()"
                 : "wait with a fence that orders global memory: tile_barrier::wait() or "
                   "wait_with_global_memory_fence()";
    case barrier_fault::next_iteration:
      return "put another tile_barrier::wait() at the end of the loop's body, so that no thread "
             "starts an iteration before all threads have finished the previous one";
  }
  return "";
}

std::string advise_across(const finding& found, bool has_fences, bool is_tiled) {
  const std::string threads =
      is_tiled ? "threads of different tiles" : "the threads of an untiled launch";
  if (has_event(found, to_string(report::access_kind::atomic))) {
    return "make both accesses atomic; " + threads + " cannot be synchronized otherwise";
  }
  if (has_fences) {
    return "memory fences order the threads of one tile, not of different tiles: move the second "
           "access to a separate launch, or make both accesses atomic";
  }
  return "write different elements in each thread, use atomic operations, or split the kernel in "
         "two: " +
         threads + " are ordered only by the end of the launch";
}

}  // namespace

finding diagnose(const race_fact& race) {
  finding found;
  found.kind = finding_kind::race;
  found.count = race.count;
  found.same_value = race.same_value;
  found.events = {event_of(race.first), event_of(race.second)};
  describe_memory(race.memory, race.kernel, found);
  name_as_accessed(found);
  const std::string what = report::to_label(found.events[0].what) + " and " +
                           report::to_label(found.events[1].what) + " of " + found.element +
                           " by two threads";
  if (race.is_within_tile) {
    const barrier_fault fault = find_barrier_fault(race, found);
    found.summary = what + summarize(fault);
    found.advice = advise_tile(found, race, fault);
  } else {
    const bool is_tiled = !race.first.thread.tile.empty();
    found.summary = what + (is_tiled ? " of different tiles" : "") + ", which are unordered";
    found.advice = advise_across(found, race.kernel.has_fences, is_tiled);
  }
  add_near_locations(found, {race.first.call.return_address, race.second.call.return_address});
  return found;
}

}  // namespace milliamp::detail::diagnose
