#include "diagnose/out_of_bounds.h"

#include "base/immortal.h"
#include "base/modules.h"
#include "base/mutex.h"
#include "base/show.h"
#include "diagnose/array_name.h"
#include "report/source_line.h"
#include "symbolize/frames.h"
#include "symbolize/type_names.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::diagnose {

// --- C arrays ------------------------------------------------------------------------------------

namespace {

/// Whether the source location that the compiler passes is in the innermost function of the
/// program, and not in a header of this library or of the standard library.
bool has_location_in(const source_frame& innermost, const array_index_fact& access) {
  return access.file != nullptr &&
         symbolize::frames_of(access.call.return_address).front() == innermost;
}

/// The frames of an access at the source location that the compiler passes.
std::vector<source_frame> frames_of(const array_index_fact& access) {
  std::vector<source_frame> frames = frames_of(access.call);
  if (!has_location_in(frames.front(), access)) return frames;
  // The path in debug information is complete; the compiler passes that of its command line.
  if (frames.front().file.empty()) frames.front().file = access.file;
  frames.front().line = access.line;
  frames.front().column = access.column;
  return frames;
}

}  // namespace

finding diagnose(const array_index_fact& access) {
  const std::string index = access.index.empty() ? "an index" : access.index;
  finding found;
  found.kind = finding_kind::out_of_bounds;
  found.events = {event_of(report::what_accesses, frames_of(access), access.thread)};
  found.name = array_name(found, index, access.dimensions);
  found.variable = access.array_type + (found.name.empty() ? "" : " " + found.name);
  found.element = found.name + "[" + index + "]";
  found.summary = "index " + index + " is out of the bounds of " + found.variable;
  found.advice = "keep the index at least 0 and less than the length of its dimension";
  return found;
}

/// Clang passes the location of the operator, and for a subscript that of the array.
bool is_pointer_arithmetic(const array_index_fact& access) {
  const source_frame innermost = frames_of(access.call).front();
  if (!has_location_in(innermost, access)) return false;
  const std::string line = report::source_line(innermost.file, access.line);
  const auto column = static_cast<std::size_t>(access.column);
  return 0 < column && column <= line.size() &&
         (line[column - 1] == '+' || line[column - 1] == '-');
}

// --- Containers ----------------------------------------------------------------------------------

namespace {

const char* template_of(container_kind kind) {
  switch (kind) {
    case container_kind::array:
      return "array<";
    case container_kind::view:
      return "array_view<";
    case container_kind::view_of_const:
      return "array_view<const ";
    case container_kind::texture:
      return "texture<";
  }
  return "";
}

/// The results of the slow look-ups for an access: its source location and its container's name.
struct described_access {
  base::loader_generation modules;  ///< the modules that were loaded
  const void* data;
  std::vector<int> lengths;
  symbolize::stack_trace call_site;
  container_name name;
  std::vector<source_frame> frames;
};

/// Looks an access up. One faulty line often makes many out-of-bounds accesses, so the latest
/// results are cached.
described_access describe(const container_access& access) {
  static base::mutex mutex;
  static base::immortal<std::vector<described_access>> cache MILLIAMP_GUARDED_BY(mutex);
  const base::scoped_lock lock(mutex);
  constexpr std::size_t cache_size = 8;
  const container& whole = access.whole;
  const auto modules = base::loader_generation::now();
  const auto known = std::find_if(cache->begin(), cache->end(), [&](const described_access& a) {
    return a.modules == modules && a.data == whole.data && a.lengths == whole.lengths &&
           a.call_site == access.call_site;
  });
  if (known != cache->end()) return *known;
  if (cache->size() == cache_size) cache->erase(cache->begin());
  std::vector<source_frame> frames =
      access.thread ? access.call_site.kernel_frames() : access.call_site.user_frames();
  container_name name = captured_container(
      access.kernel, whole.data, {whole.lengths.begin(), whole.lengths.end()}, frames.front());
  cache->push_back(
      {modules, whole.data, whole.lengths, access.call_site, std::move(name), std::move(frames)});
  return cache->back();
}

/// A finding about a container, and how its summary names the container.
struct named_finding {
  finding found;
  std::string subject;  ///< the variable, or the type if the container is a part of one
  std::string suffix;   ///< the variable that the container is a part of
};

named_finding out_of_bounds_of(const container_access& access) {
  described_access described = describe(access);
  const auto& [variable, begin] = described.name;
  const std::string type = type_of(access.whole);
  named_finding named;
  named.subject = variable.empty() || !begin.empty() ? type : variable;
  if (!begin.empty()) named.suffix = ", which begins at " + begin + " of " + variable;
  named.found.kind = finding_kind::out_of_bounds;
  named.found.variable = variable.empty() ? type : variable;
  named.found.name = variable.substr(variable.rfind(' ') + 1);
  named.found.events = {
      event_of(report::what_accesses, std::move(described.frames), access.thread)};
  return named;
}

constexpr const char* index_advice =
    "keep each component of the index at least 0 and less than that of the extent, or make the "
    "extent of the launch fit";

}  // namespace

std::string type_of(const container& c) {
  return template_of(c.kind) + symbolize::demangle(c.element_type->name()) + ", " +
         std::to_string(c.lengths.size()) + ">";
}

finding diagnose(const element_index_fact& element) {
  auto [found, subject, suffix] = out_of_bounds_of(element.access);
  const std::string index = base::show(element.index);
  found.element = found.name + (suffix.empty() ? index : "");
  found.summary = "index " + index + " is out of the bounds of " + subject + " of extent " +
                  base::show(element.access.whole.lengths) + suffix;
  found.advice = index_advice;
  return found;
}

std::string summary_of(const part_fact& part, const std::string& whole) {
  const std::string bounds = whole + " of extent " + base::show(part.access.whole.lengths);
  if (!part.extent) {
    return "index " + std::to_string(part.origin->front()) +
           " is out of the bounds of the first dimension of " + bounds;
  }
  const std::string origin = part.origin ? "origin " + base::show(*part.origin) + " and " : "";
  return std::string("a ") + part.part + " of " + origin + "extent " + base::show(*part.extent) +
         " is not within " + bounds;
}

finding diagnose(const part_fact& part) {
  auto [found, subject, suffix] = out_of_bounds_of(part.access);
  found.element = found.name;
  if (!part.extent && suffix.empty()) {
    found.element += '[' + std::to_string(part.origin->front()) + ']';
  }
  found.summary = summary_of(part, subject) + suffix;
  found.advice = "keep the part within its view";
  return found;
}

finding diagnose(const texel_index_fact& texel) {
  finding found = out_of_bounds_of(texel.access).found;
  const std::string index = base::show(texel.index);
  const std::string level = texel.level == 0 ? "" : "mipmap level " + std::to_string(texel.level);
  found.element = found.name + index + (level.empty() ? "" : " of " + level);
  if (texel.level >= texel.levels) {
    found.summary = level + " is out of the bounds of " + found.variable + ", which has " +
                    std::to_string(texel.levels) + " of them";
    found.advice = "keep the number of the level below mipmap_levels";
  } else {
    found.summary = "index " + index + " is out of the bounds of " +
                    (level.empty() ? "" : level + " of ") + found.variable + " of extent " +
                    base::show(texel.level_lengths);
    found.advice = index_advice;
  }
  return found;
}

// --- Pointers ------------------------------------------------------------------------------------

namespace {

constexpr const char* pointer_advice = "use a pointer to an array only within the array";

}  // namespace

finding diagnose(const overrun_fact& overrun) {
  finding found;
  found.kind = finding_kind::out_of_bounds;
  if (overrun.variable) describe_tile_static(*overrun.variable, found);
  found.element = found.name;
  found.events = {event_of(overrun.access)};
  found.summary = report::to_label(found.events.front().what) + " beyond the end of " +
                  (found.variable.empty() ? "its variable" : found.variable) +
                  (overrun.is_in_no_variable ? ", outside of any variable" : "");
  found.advice = pointer_advice;
  return found;
}

namespace {

/// `8 bytes beyond the end of array<int, 1> sums of extent (16)`
std::string describe_distance(std::uintptr_t address, const base::memory_range& memory,
                              const std::string& what) {
  const bool is_before = address < memory.begin;
  const std::uintptr_t bytes = is_before ? memory.begin - address : address - memory.end();
  return (bytes == 0 ? "directly" : std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes")) +
         (is_before ? " before the beginning of " : " beyond the end of ") + what;
}

/// Accesses by a pointer, without a summary.
finding out_of_bounds_by(const kernel_access& access, std::uint64_t count) {
  finding found;
  found.kind = finding_kind::out_of_bounds;
  found.count = count;
  found.events = {event_of(access)};
  found.advice = pointer_advice;
  return found;
}

}  // namespace

finding diagnose(const red_zone_fact& stray) {
  finding found = out_of_bounds_by(stray.access, stray.count);
  describe_tile_static(stray.nearest, found);
  found.element = found.name;
  found.summary = report::to_label(found.events.front().what) + " " +
                  describe_distance(stray.address, stray.variable, found.variable);
  return found;
}

finding diagnose(const foreign_variable_fact& foreign) {
  finding found = out_of_bounds_by(foreign.access, foreign.count);
  finding other;
  describe_tile_static(foreign.accessed, other);
  found.summary = report::to_label(found.events.front().what) + " ";
  if (foreign.nearest.variable != nullptr) {
    describe_tile_static(foreign.nearest, found);
    found.element = found.name;
    found.summary +=
        foreign.nearest.offset == 0 ? "before the beginning of " : "beyond the end of ";
    found.summary += found.variable + ", ";
  }
  found.summary += "of " + other.element + ", a variable of another kernel";
  if (other.declaration) {
    found.related.push_back({*other.declaration, "the other kernel's variable"});
  }
  return found;
}

finding diagnose(const stray_access_fact& stray) {
  finding found = out_of_bounds_by(stray.access, stray.count);
  const auto capture = nearest_capture(stray.kernel, stray.address, stray.left);
  base::memory_range memory = stray.left;
  std::string what = "the memory of an array or a view that the kernel has not captured";
  if (capture) {
    memory = {capture->data, capture->elements_spanned() * capture->element_size};
    found.variable = what = capture->variable;
    found.name = capture->name;
    if (stray.left.size != 0) {
      found.element = capture->element_beyond(reinterpret_cast<const void*>(stray.address));
    }
    if (capture->is_container) what += " of extent " + base::show(capture->lengths);
  }
  found.summary = report::to_label(found.events.front().what) + " " +
                  (found.element.empty() ? "" : "of " + found.element + ", ");
  if (memory.size == 0) {
    found.summary += "at an unmapped address";
  } else {
    found.summary += describe_distance(stray.address, memory, what);
    if (stray.left.size == 0) found.summary += ", which is unmapped";
  }
  if (found.element.empty()) found.element = found.name;
  return found;
}

}  // namespace milliamp::detail::diagnose
