#include "check/access_log.h"

#include "check/launch_context.h"
#include "check/sites.h"
#include "report/symbols.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

namespace milliamp::detail {

namespace {

/// Writes come first in a report, so that it reads the same whatever the schedule was.
auto rank(const site_access& a) {
  return std::tuple(a.kind != access_kind::write, a.kind != access_kind::atomic, a.site);
}

/// `[1][0]`: the indices of the element at an offset.
std::string indices_of(const variable_declaration& declaration, std::size_t offset) {
  std::string text;
  std::uint64_t element = offset / declaration.element_size;
  for (auto d = declaration.dimensions.rbegin(); d != declaration.dimensions.rend(); ++d) {
    if (*d == 0) return "";
    text = '[' + std::to_string(element % *d) + ']' + text;
    element /= *d;
  }
  return text;
}

/// Names the bytes that are at fault.
void describe_tile_static(const tile_arena::place& place, finding& found) {
  if (place.variable == nullptr) {
    found.variable = found.element = "tile_static memory";
    return;
  }
  const std::string name = place.variable->short_name();
  const variable_declaration d =
      thread_local_declaration(place.module->load_address, place.variable->offset);
  found.variable = "tile_static " + (d.type.empty() ? "" : d.type + ' ') + name;
  found.name = found.element = name;
  std::size_t rest = place.offset;
  if (d.element_size != 0) {
    found.element += indices_of(d, place.offset);
    rest %= d.element_size;
  }
  if (rest != 0) found.element += " at byte " + std::to_string(rest);
  if (!d.file.empty()) found.declaration = source_frame{"", d.file, d.line, 0};
}

void describe_memory(const memory_place& place, const launch_context& launch, finding& found) {
  if (place.is_tile_static) {
    describe_tile_static(place.tile_static, found);
  } else {
    launch.describe_global(place.address, found);
  }
}

/// What a summary calls the memory: a variable whose declaration the report shows by its name.
std::string subject_of(const finding& found) {
  return found.declaration ? found.element : found.element + " (" + found.variable + ")";
}

bool is_on_one_line(const finding& found) {
  const source_frame& a = found.events[0].frames.front();
  const source_frame& b = found.events[1].frames.front();
  return a.file == b.file && a.line == b.line;
}

std::string advise_tile(const finding& found, const memory_place& place) {
  if (place.barrier_between) {
    return place.is_tile_static
               ? "wait with a fence that orders tile_static memory: tile_barrier::wait() or "
                 "wait_with_tile_static_memory_fence()"
               : "wait with a fence that orders global memory: tile_barrier::wait() or "
                 "wait_with_global_memory_fence()";
  }
  if (is_on_one_line(found) || found.events[0].what == found.events[1].what) {
    return "let each thread write an element of its own, or let one thread alone write, and let "
           "the others see it after a barrier; to count or add up, use an atomic operation";
  }
  if (found.events[0].what == "atomic" || found.events[1].what == "atomic") {
    return "make both accesses atomic, or put a barrier between them";
  }
  return "put tile_barrier::wait() between the two accesses";
}

std::string advise_across(const finding& found) {
  if (found.events[0].what == "atomic" || found.events[1].what == "atomic") {
    return "make both accesses atomic: nothing else orders threads of different tiles";
  }
  return "let each thread write elements of its own, use atomic operations, or split the kernel in "
         "two: only the end of a launch orders threads of different tiles";
}

}  // namespace

void access_log::add_race(const thread_access& a, const thread_access& b,
                          const memory_place& place) {
  const bool in_order =
      std::tuple(rank(a.access), a.thread) <= std::tuple(rank(b.access), b.thread);
  const thread_access& first = in_order ? a : b;
  const thread_access& second = in_order ? b : a;
  add({finding_kind::race, first.access, second.access, place.tile_static.variable},
      {first, second, place, 1});
}

void access_log::add_uninitialized_read(const thread_access& reader, const memory_place& place) {
  add({finding_kind::uninitialized_read, reader.access, reader.access, place.tile_static.variable},
      {reader, reader, place, 1});
}

void access_log::add(const key& k, const fault& f) {
  const auto [known, is_new] = faults_.try_emplace(k, f);
  if (is_new) return;
  const std::uint64_t count = known->second.count + f.count;
  // Of all instances the one of the lowest threads is shown, so that it is the same in every run.
  const auto order = [](const fault& x) {
    return std::tuple(std::min(x.first.thread, x.second.thread),
                      std::max(x.first.thread, x.second.thread), x.place.address);
  };
  if (order(f) < order(known->second)) known->second = f;
  known->second.count = count;
}

void access_log::remember_calls(std::uint32_t site, const call_stack& calls) {
  const auto [entry, is_new] = calls_.try_emplace(site);
  if (is_new) entry->second = calls.frames();
}

void access_log::move_to(access_log& other) {
  for (const auto& [k, f] : faults_) other.add(k, f);
  other.calls_.merge(calls_);
  faults_.clear();
  calls_.clear();
}

std::vector<finding> access_log::findings(const launch_context& launch) const {
  std::vector<finding> found;
  for (const auto& [k, f] : faults_) fold_into(found, describe(k, f, launch));
  return found;
}

finding access_log::describe(const key& k, const fault& f, const launch_context& launch) const {
  finding found = k.kind == finding_kind::race ? describe_race(f, launch)
                                               : describe_uninitialized_read(f, launch);
  found.kind = k.kind;
  found.count = f.count;
  return found;
}

event access_log::describe_access(const thread_access& a, const launch_context& launch) const {
  const auto calls = calls_.find(a.access.site);
  return {to_string(a.access.kind),
          user_frames_of(site_address_of(a.access.site),
                         calls != calls_.end() ? calls->second : std::vector<const void*>()),
          {launch.position_of(a.thread)},
          1};
}

finding access_log::describe_race(const fault& f, const launch_context& launch) const {
  finding found;
  describe_memory(f.place, launch, found);
  found.events = {describe_access(f.first, launch), describe_access(f.second, launch)};
  const bool one_tile = launch.is_one_tile(f.first.thread, f.second.thread);
  found.summary = found.events[0].what + " and " + found.events[1].what + " of " +
                  subject_of(found) + " by two threads" +
                  (!launch.is_tiled() ? ", which nothing orders"
                   : !one_tile        ? " of different tiles, which nothing orders"
                   : f.place.barrier_between
                       ? " of one tile, with a barrier between them that does not order this memory"
                       : " of one tile, with no barrier between them");
  found.advice = one_tile ? advise_tile(found, f.place) : advise_across(found);
  return found;
}

finding access_log::describe_uninitialized_read(const fault& f,
                                                const launch_context& launch) const {
  finding found;
  describe_memory(f.place, launch, found);
  found.events = {describe_access(f.first, launch)};
  found.summary = "read of " + subject_of(found) + ", which no thread of the tile has written";
  found.advice =
      "tile_static variables begin with undefined contents in every tile: write them before they "
      "are read, and put tile_barrier::wait() in between when another thread reads";
  return found;
}

}  // namespace milliamp::detail
