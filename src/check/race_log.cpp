#include "check/race_log.h"

#include "check/sites.h"
#include "report/symbols.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail {

namespace {

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

/// How a report names the bytes that are at fault.
struct variable_text {
  std::string variable;  ///< `tile_static float tileValues`
  std::string element;   ///< `tileValues[1][0]`
  std::optional<source_frame> declaration;
};

variable_text describe_variable(const race& r) {
  if (r.variable == nullptr) return {"tile_static memory", "tile_static memory", std::nullopt};
  const std::string name = r.variable->short_name();
  const variable_declaration d =
      thread_local_declaration(r.module->load_address, r.variable->offset);
  variable_text text;
  text.variable = "tile_static " + (d.type.empty() ? "" : d.type + ' ') + name;
  text.element = name;
  std::size_t rest = r.first.offset;
  if (d.element_size != 0) {
    text.element += indices_of(d, r.first.offset);
    rest %= d.element_size;
  }
  if (rest != 0) text.element += " at byte " + std::to_string(rest);
  if (!d.file.empty()) text.declaration = source_frame{"", d.file, d.line, 0};
  return text;
}

event describe_access(const race& r, const tiled_kernel& kernel, const race_access& access,
                      thread_number thread) {
  std::int32_t tile[3];
  std::copy(r.first.tile_coordinates.begin(), r.first.tile_coordinates.end(), tile);
  return {to_string(access.kind),
          user_frames_of(site_numbers::address_of(access.site)),
          {position_of(kernel, tile, thread)},
          1};
}

std::string advise(const finding& found, const race& r) {
  const bool same_line = found.events[0].frames.front().file == found.events[1].frames.front().file &&
                         found.events[0].frames.front().line == found.events[1].frames.front().line;
  if (same_line || r.earlier.kind == r.later.kind) {
    return "let each thread write an element of its own, or let one thread alone write, and let "
           "the others see it after a barrier; to count or add up, use an atomic operation";
  }
  if (r.earlier.kind == access_kind::atomic || r.later.kind == access_kind::atomic) {
    return "make both accesses atomic, or put a barrier between them";
  }
  return "put tile_barrier::wait() between the two accesses";
}

finding describe(const race& r, const tiled_kernel& kernel) {
  const variable_text text = describe_variable(r);
  finding found;
  found.kind = finding_kind::race;
  found.variable = text.variable;
  found.element = text.element;
  found.declaration = text.declaration;
  found.summary = std::string(to_string(r.earlier.kind)) + " and " + to_string(r.later.kind) +
                  " of " + text.element + " (" + text.variable +
                  ") by two threads of one tile, with no barrier between them";
  found.events = {describe_access(r, kernel, r.earlier, r.first.earlier_thread),
                  describe_access(r, kernel, r.later, r.first.later_thread)};
  found.advice = advise(found, r);
  found.count = r.count;
  return found;
}

}  // namespace

void race_log::add(const race_access& earlier, const race_access& later,
                   const tile_arena::place& place, const race_instance& instance) {
  add(race{earlier, later, place.module, place.variable, instance, 1});
}

void race_log::add(const race& r) {
  const auto [one, other] = std::minmax(r.earlier, r.later);
  const auto [known, is_new] = races_.try_emplace(key{one, other, r.variable}, r);
  if (is_new) return;
  const std::uint64_t count = known->second.count + r.count;
  if (r.first.tile_number < known->second.first.tile_number) known->second = r;
  known->second.count = count;
}

void race_log::move_to(race_log& other) {
  for (const auto& [key, r] : races_) other.add(r);
  races_.clear();
}

std::vector<finding> race_log::findings(const tiled_kernel& kernel) const {
  std::vector<finding> found;
  for (const auto& [key, r] : races_) found.push_back(describe(r, kernel));
  return found;
}

}  // namespace milliamp::detail
