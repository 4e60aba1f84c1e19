#include "race/access_log.h"

#include "check/launch_context.h"
#include "race/call_sites.h"
#include "report/finding_list.h"
#include "report/source_location.h"
#include "symbolize/symbols.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <tuple>
#include <utility>

namespace milliamp::detail::race {

namespace {

/// Writes come first in a report, so that it reads the same whatever the schedule was.
auto rank(const site_access& a) {
  return std::tuple(a.kind != report::access_kind::write, a.kind != report::access_kind::atomic,
                    a.site);
}

symbolize::variable_declaration declaration_of(const engine::tile_arena::place& place) {
  return symbolize::thread_local_declaration(place.module->load_address, place.variable->offset);
}

/// Names the bytes that are at fault.
void describe_tile_static(const engine::tile_arena::place& place, finding& found) {
  if (place.variable == nullptr) {
    found.variable = found.element = "tile_static memory";
    return;
  }
  const std::string name = place.variable->short_name();
  const symbolize::variable_declaration d = declaration_of(place);
  found.variable = "tile_static " + (d.type.name.empty() ? "" : d.type.name + ' ') + name;
  found.name = name;
  found.element = name + d.type.path_to(place.offset);
  if (!d.file.empty()) found.declaration = source_frame{"", d.file, d.line, 0};
}

}  // namespace

void describe_memory(const memory_place& place, const check::launch_context& launch,
                     finding& found) {
  if (place.is_tile_static) {
    describe_tile_static(place.tile_static, found);
  } else {
    if (!launch.describe_global(place.address, found)) return;
    const std::string type = found.variable.substr(0, found.variable.rfind(' '));
    const bool has_vowel = std::string_view("aeiou").find(type.front()) != std::string_view::npos;
    found.notes.push_back(found.name + (has_vowel ? " is an " : " is a ") + type +
                          " that the kernel has captured");
  }
}

symbolize::type_layout layout_of(const engine::tile_arena::place& place) {
  return declaration_of(place).type;
}

namespace {

/// Whether two accesses stand in one function, reached by the same calls.
bool are_in_one_function(const event& a, const event& b) {
  return a.frames.front().file == b.frames.front().file &&
         a.frames.front().function == b.frames.front().function &&
         std::equal(a.frames.begin() + 1, a.frames.end(), b.frames.begin() + 1, b.frames.end());
}

/// Whether the barrier stands between two accesses in the source although it came before both. Then
/// the one that stands before it belongs to the next round of a loop.
bool comes_round(const source_frame& barrier, const event& a, const event& b) {
  const source_frame& place = a.frames.front();
  const auto [first, last] = std::minmax(place.line, b.frames.front().line);
  return are_in_one_function(a, b) && barrier.file == place.file &&
         barrier.function == place.function && 0 < first && first < barrier.line &&
         barrier.line < last;
}

/// What is wrong with the barriers around two accesses by threads of one tile.
enum class barrier_fault : std::uint8_t { none_between, wrong_fence, next_round };

/// Also tells of the barrier, when there is one to blame.
barrier_fault find_barrier_fault(const memory_place& place, finding& found) {
  if (place.barrier == nullptr) return barrier_fault::none_between;
  const source_frame barrier = symbolize::user_frames_of(place.barrier).front();
  if (place.barrier_between) {
    found.related = {{barrier, std::string("this barrier orders ") +
                                   (place.is_tile_static ? "global" : "tile_static") +
                                   " memory only"}};
    return barrier_fault::wrong_fence;
  }
  if (comes_round(barrier, found.events[0], found.events[1])) {
    found.related = {{barrier, "this barrier separates the accesses of one round only"}};
    return barrier_fault::next_round;
  }
  return barrier_fault::none_between;
}

const char* summarize(barrier_fault fault) {
  switch (fault) {
    case barrier_fault::none_between:
      return " of one tile, with no barrier between them";
    case barrier_fault::wrong_fence:
      return " of one tile, with a barrier between them that does not order this memory";
    case barrier_fault::next_round:
      return " of one tile, in two rounds of a loop with no barrier between them";
  }
  return "";
}

bool is_any(const finding& found, const char* what) {
  return found.events[0].what == what || found.events[1].what == what;
}

/// Says where accesses roughly are that have no line of their own.
void add_near_places(finding& found, const std::vector<const void*>& addresses) {
  for (std::size_t i = 0; i < addresses.size(); ++i) {
    const source_frame& place = found.events[i].frames.front();
    if (place.file.empty() || place.line != 0) continue;
    const related_place near{symbolize::nearest_location(addresses[i]),
                             "the " + report::to_label(found.events[i].what) + " is near here"};
    if (near.place.line == 0) continue;
    const auto same =
        std::find_if(found.related.begin(), found.related.end(), [&](const related_place& other) {
          return other.place == near.place && other.text == near.text;
        });
    if (same == found.related.end()) found.related.push_back(near);
  }
}

/// What to do about two accesses with no barrier between them.
std::string advise_barrier(const finding& found, const memory_place& place) {
  const event& a = found.events[0];
  const event& b = found.events[1];
  const bool are_on_one_line = a.frames.front().line != 0 && are_in_one_function(a, b) &&
                               a.frames.front().line == b.frames.front().line;
  if (is_any(found, to_string(report::access_kind::atomic))) {
    return "make both accesses atomic, or put tile_barrier::wait() between them";
  }
  if (place.after_fences) {
    return std::string("put tile_barrier::wait() between the two accesses; or a fence of ") +
           (place.is_tile_static ? "tile_static memory, tile_static_memory_fence()"
                                 : "global memory, global_memory_fence()") +
           " or all_memory_fence(), on both sides of the atomic operations by which one thread "
           "lets the other go on";
  }
  if (!are_on_one_line) {
    return a.what == b.what ? "let each thread write an element of its own, or put "
                              "tile_barrier::wait() between the two writes"
                            : "put tile_barrier::wait() between the two accesses";
  }
  const report::text_span write = report::location_of(a, found).span;
  const report::text_span read = report::location_of(b, found).span;
  if (a.what != b.what && (write.begin != read.begin || write.end != read.end)) {
    return "put tile_barrier::wait() where all threads have done one step and none has begun the "
           "next: in a loop, at the end of its body";
  }
  return "let each thread write an element of its own, or one thread write for all; to count or to "
         "add up, use an atomic operation";
}

std::string advise_tile(const finding& found, const memory_place& place, barrier_fault fault) {
  switch (fault) {
    case barrier_fault::none_between:
      return advise_barrier(found, place);
    case barrier_fault::wrong_fence:
      return place.is_tile_static
                 ? "wait with a fence that orders tile_static memory: tile_barrier::wait() or "
                   "wait_with_tile_static_memory_fence()"
                 : "wait with a fence that orders global memory: tile_barrier::wait() or "
                   "wait_with_global_memory_fence()";
    case barrier_fault::next_round:
      return "put another tile_barrier::wait() at the end of the loop's body, so that no thread "
             "begins a round before all have ended the last";
  }
  return "";
}

std::string advise_across(const finding& found) {
  if (is_any(found, to_string(report::access_kind::atomic))) {
    return "make both accesses atomic: nothing else orders threads of different tiles";
  }
  return "let each thread write elements of its own, use atomic operations, or split the kernel in "
         "two: only the end of a launch orders threads of different tiles";
}

}  // namespace

access_log::fault_key access_log::add_race(const thread_access& a, const thread_access& b,
                                           const memory_place& place, bool same_value) {
  if (place.is_tile_static) {
    reads_before_writes_.erase({place.address, a.access.site});
    reads_before_writes_.erase({place.address, b.access.site});
  }
  const bool in_order =
      std::tuple(rank(a.access), a.thread) <= std::tuple(rank(b.access), b.thread);
  const thread_access& first = in_order ? a : b;
  const thread_access& second = in_order ? b : a;
  const fault_key k{finding_kind::race, first.access, second.access, place.tile_static.variable};
  add(k, {first, second, place, 1, same_value});
  return k;
}

void access_log::add_uninitialized_read(const thread_access& reader, const memory_place& place) {
  const fault f{reader, reader, place, 1};
  if (!place.is_tile_static) return add_uninitialized_read(f);
  const auto [known, is_new] =
      reads_before_writes_.try_emplace({place.address, reader.access.site}, f);
  if (!is_new) ++known->second.count;
}

void access_log::add_uninitialized_read(const fault& f) {
  add({finding_kind::uninitialized_read, f.first.access, f.first.access,
       f.place.tile_static.variable},
      f);
}

void access_log::take_back(thread_id thread, const check::overrun& access) {
  const auto is_its = [&](const thread_access& a, const memory_place& place) {
    return a.thread == thread && access.is_access(place.address, call_site_address(a.access.site));
  };
  const auto is_wrong = [&](const auto& entry) {
    const fault& f = entry.second;
    return is_its(f.first, f.place) || is_its(f.second, f.place);
  };
  std::erase_if(faults_, is_wrong);
  std::erase_if(reads_before_writes_, is_wrong);
}

void access_log::end_tile() {
  for (const auto& [place, f] : reads_before_writes_) add_uninitialized_read(f);
  reads_before_writes_.clear();
}

void access_log::add(const fault_key& k, const fault& f) {
  const auto [known, is_new] = faults_.try_emplace(k, f);
  if (is_new) return;
  const std::uint64_t count = known->second.count + f.count;
  const bool same_value = known->second.same_value && f.same_value;
  // Of all instances the one of the lowest threads is shown, so that it is the same in every run.
  const auto order = [](const fault& x) {
    return std::tuple(std::min(x.first.thread, x.second.thread),
                      std::max(x.first.thread, x.second.thread), x.place.address);
  };
  if (order(f) < order(known->second)) known->second = f;
  known->second.count = count;
  known->second.same_value = same_value;
}

void access_log::remember_calls(std::uint32_t site, std::vector<const void*> frames) {
  calls_.try_emplace(site, std::move(frames));
}

void access_log::move_to(access_log& other) {
  for (const auto& [k, f] : faults_) other.add(k, f);
  other.calls_.merge(calls_);
  faults_.clear();
  calls_.clear();
}

std::vector<finding> access_log::findings(const check::launch_context& launch) const {
  report::finding_list found;
  for (const auto& [k, f] : faults_) found.add(describe(k, f, launch));
  return found.take();
}

finding access_log::describe(const fault_key& k, const fault& f,
                             const check::launch_context& launch) const {
  finding found = k.kind == finding_kind::race ? describe_race(f, launch)
                                               : describe_uninitialized_read(f, launch);
  found.kind = k.kind;
  found.count = f.count;
  found.same_value = f.same_value;
  return found;
}

event access_log::describe_access(const thread_access& a,
                                  const check::launch_context& launch) const {
  const auto calls = calls_.find(a.access.site);
  return {
      to_string(a.access.kind),
      symbolize::user_frames_of(call_site_address(a.access.site),
                                calls != calls_.end() ? calls->second : std::vector<const void*>()),
      {launch.position_of(a.thread)},
      1};
}

finding access_log::describe_race(const fault& f, const check::launch_context& launch) const {
  finding found;
  describe_memory(f.place, launch, found);
  found.events = {describe_access(f.first, launch), describe_access(f.second, launch)};
  const std::string what = report::to_label(found.events[0].what) + " and " +
                           report::to_label(found.events[1].what) + " of " + found.element;
  if (!launch.is_one_tile(f.first.thread, f.second.thread)) {
    found.summary = what + " by two threads" + (launch.is_tiled() ? " of different tiles" : "") +
                    ", which nothing orders";
    found.advice = advise_across(found);
  } else {
    const barrier_fault fault = find_barrier_fault(f.place, found);
    found.summary = what + " by two threads" + summarize(fault);
    found.advice = advise_tile(found, f.place, fault);
  }
  add_near_places(
      found, {call_site_address(f.first.access.site), call_site_address(f.second.access.site)});
  return found;
}

finding access_log::describe_uninitialized_read(const fault& f,
                                                const check::launch_context& launch) const {
  finding found;
  describe_memory(f.place, launch, found);
  found.events = {describe_access(f.first, launch)};
  add_near_places(found, {call_site_address(f.first.access.site)});
  if (f.place.is_tile_static) {
    found.summary = "read of " + found.element + ", which no thread of the tile has written";
    found.advice =
        "tile_static variables begin with undefined contents in every tile: write them before they "
        "are read, and put tile_barrier::wait() in between when another thread reads";
  } else {
    found.summary = "read of " + found.element + ", which nobody has written";
    found.advice =
        "arrays and views that are made without data, or the data of which has been discarded, "
        "begin with undefined contents: fill them by a copy or a kernel before they are read";
  }
  return found;
}

}  // namespace milliamp::detail::race
