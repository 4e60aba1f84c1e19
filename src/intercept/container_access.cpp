// What instrumented code calls for an access to an element of an array, a view or a texture that
// needs a closer look.

#include "base/scoped_ignore.h"
#include "base/show.h"
#include "check/current_launch.h"
#include "check/scratch_memory.h"
#include "check/unwritten_memory.h"
#include "coherence/shared_buffer.h"
#include "symbolize/stack_trace.h"
#include "symbolize/symbols.h"

#include <milliamp/detail/element_access.h>
#include <milliamp/detail/texels.h>
#include <milliamp/exceptions.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

namespace milliamp::detail::intercept {

namespace {

std::string type_of(bool is_const, const std::type_info& element, int rank, bool is_array = false) {
  return std::string(is_array ? "array<" : "array_view<") +
         (is_const && !is_array ? "const " : "") + symbolize::demangle(element.name()) + ", " +
         std::to_string(rank) + ">";
}

std::string type_of(const element_access& access) {
  return type_of(access.is_const, *access.element_type, access.rank, access.is_array);
}

/// What is found out slowly about an access: its place in the source, and what its container is
/// called.
struct access_place {
  const void* container_data;
  std::vector<std::int64_t> lengths;
  symbolize::stack_trace site;
  std::string variable;  ///< empty when unknown
  std::vector<source_frame> frames;
};

/// The place where the calling thread is. Where one access goes wrong many do: what has been found
/// out lately is remembered.
access_place place_of_access(const void* container_data, const std::vector<std::int64_t>& lengths) {
  static std::mutex mutex;
  static auto& lately = *new std::vector<access_place>;  // outlives every static object
  const std::lock_guard lock(mutex);
  constexpr std::size_t most_remembered = 8;
  const symbolize::stack_trace site = symbolize::stack_trace::here();
  const auto same = std::find_if(lately.begin(), lately.end(), [&](const access_place& place) {
    return place.container_data == container_data && place.lengths == lengths && place.site == site;
  });
  if (same != lately.end()) return *same;
  if (lately.size() == most_remembered) lately.erase(lately.begin());
  lately.push_back({container_data, lengths, site,
                    check::captured_container(container_data, lengths), site.user_frames()});
  return lately.back();
}

/// A finding about a container of which only its type may be known.
finding out_of_bounds_of(const void* container_data, const int* lengths, int rank,
                         const std::string& type) {
  const access_place place = place_of_access(container_data, {lengths, lengths + rank});
  finding found;
  found.kind = finding_kind::out_of_bounds;
  found.variable = place.variable.empty() ? type : place.variable;
  found.name = place.variable.substr(place.variable.rfind(' ') + 1);
  event access{"access", place.frames, {}, 0};
  if (const auto thread = check::current_kernel_thread()) {
    access.threads = {*thread};
    access.thread_count = 1;
  }
  found.events = {std::move(access)};
  return found;
}

constexpr const char* advice_on_index =
    "keep each component of the index from 0 up to, but not including, the extent's, or make the "
    "extent of the launch fit";

void report_out_of_bounds(const element_access& access) {
  const base::scoped_ignore own;
  const std::string index = base::show(access.index, access.rank);
  finding found =
      out_of_bounds_of(access.container_data, access.lengths, access.rank, type_of(access));
  found.element = found.name + index;
  found.summary = "index " + index + " is out of the bounds of " + found.variable + " of extent " +
                  base::show(access.lengths, access.rank);
  found.advice = advice_on_index;
  check::report_finding(std::move(found));
}

/// Whether it is what report_part() has left of a part: what is wrong with that has been said.
bool is_reported_part(const int* lengths, int rank) {
  return std::all_of(lengths, lengths + rank, [](int length) { return length == 0; });
}

void* open_element(const element_access& access, concurrency::access_type type) {
  coherence::shared_buffer& memory = coherence::shared(*access.owner);
  void* const element = memory.open(access.element, type);
  check::unwritten_memory* const unwritten = memory.unwritten_at(element);
  if (unwritten != nullptr && (type & concurrency::access_type_write) != 0) {
    unwritten->record_write(element, access.element_size);
  }
  return element;
}

}  // namespace

}  // namespace milliamp::detail::intercept

namespace milliamp::detail {

void access_elements_unchecked() noexcept {}

void report_part(const part_access& part) {
  const base::scoped_ignore own;
  if (!check::are_findings_wanted() ||
      intercept::is_reported_part(part.whole_lengths, part.whole_rank))
    return;
  finding found = intercept::out_of_bounds_of(
      part.container_data, part.whole_lengths, part.whole_rank,
      intercept::type_of(part.is_const, *part.element_type, part.whole_rank));
  found.element = found.name;
  const std::string whole =
      found.variable + " of extent " + base::show(part.whole_lengths, part.whole_rank);
  if (part.lengths == nullptr) {
    const std::string index = std::to_string(*part.origin);
    found.element += '[' + index + ']';
    found.summary = "index " + index + " is out of the bounds of the first dimension of " + whole;
  } else {
    const std::string origin =
        part.origin != nullptr ? "origin " + base::show(part.origin, part.rank) + " and " : "";
    found.summary = std::string("a ") + part.what + " of " + origin + "extent " +
                    base::show(part.lengths, part.rank) + " is not within " + whole;
  }
  found.advice = "keep parts of a view within it";
  check::report_finding(std::move(found));
}

void report_texel(const texel_fault& fault) {
  const base::scoped_ignore own;
  if (!check::are_findings_wanted()) return;
  const std::string type = "texture<" + symbolize::demangle(fault.texel->name()) + ", " +
                           std::to_string(fault.rank) + ">";
  finding found = intercept::out_of_bounds_of(fault.data, fault.lengths, fault.rank, type);
  const std::string index = base::show(fault.index, fault.rank);
  const std::string level = fault.level == 0 ? "" : "mipmap level " + std::to_string(fault.level);
  found.element = found.name + index + (level.empty() ? "" : " of " + level);
  if (fault.level >= fault.levels) {
    found.summary = level + " is out of the bounds of " + found.variable + ", which has " +
                    std::to_string(fault.levels) + " of them";
    found.advice = "keep the number of the level below mipmap_levels";
  } else {
    found.summary = "index " + index + " is out of the bounds of " +
                    (level.empty() ? "" : level + " of ") + found.variable + " of extent " +
                    base::show(fault.level_lengths, fault.rank);
    found.advice = intercept::advice_on_index;
  }
  check::report_finding(std::move(found));
}

void* look_at(const element_access& access) {
  if (access.element == nullptr) {
    if (check::are_findings_wanted() && !intercept::is_reported_part(access.lengths, access.rank)) {
      intercept::report_out_of_bounds(access);
    }
    return check::out_of_bounds_scratch(access.element_size);
  }
  if (access.is_array) {
    if (access.allowed_on_host == concurrency::access_type_none) {
      throw concurrency::runtime_exception(
          ("the host accesses element " + base::show(access.index, access.rank) + " of an " +
           intercept::type_of(access) +
           " that it cannot access, for its cpu_access_type is access_type_none; copy the "
           "elements, or access them through an array_view of the array")
              .c_str(),
          concurrency::detail::e_invalid_argument);
    }
    return intercept::open_element(access, access.allowed_on_host);
  }
  if (!access.synchronizes) return access.element;
  return intercept::open_element(access, access.is_const ? concurrency::access_type_read
                                                         : concurrency::access_type_read_write);
}

}  // namespace milliamp::detail
