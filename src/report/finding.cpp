#include "report/finding.h"

#include <algorithm>
#include <utility>

#include "report/text_report.h"

namespace milliamp {

const char* to_string(finding_kind kind) noexcept {
  switch (kind) {
    case finding_kind::race:
      return "race";
    case finding_kind::barrier_divergence:
      return "barrier-divergence";
    case finding_kind::no_progress:
      return "no-progress";
    case finding_kind::uninitialized_read:
      return "uninitialized-read";
    case finding_kind::out_of_bounds:
      return "out-of-bounds";
    case finding_kind::dangling_view:
      return "dangling-view";
    case finding_kind::stale_host_read:
      return "stale-host-read";
    case finding_kind::overlapping_views:
      return "overlapping-views";
    case finding_kind::tile_static_limit:
      return "tile-static-limit";
  }
  return "";
}

std::string to_string(const thread_position& position) {
  std::string text;
  if (!position.local.empty()) {
    text = "local " + detail::to_string(position.local) + " tile " +
           detail::to_string(position.tile) + ' ';
  }
  return text + "global " + detail::to_string(position.global);
}

std::string to_string(const finding& found) { return detail::text_report(found, false); }

namespace detail {

const char* description_of(finding_kind kind) {
  switch (kind) {
    case finding_kind::race:
      return "Two accesses to the same memory that nothing orders, and that are not both reads or "
             "both atomic";
    case finding_kind::barrier_divergence:
      return "Threads of a tile that did not all come to the same barrier";
    case finding_kind::no_progress:
      return "A thread that waits for what another thread of its tile has yet to do";
    case finding_kind::uninitialized_read:
      return "A read of memory that nobody has written";
    case finding_kind::out_of_bounds:
      return "An index outside of its array";
    case finding_kind::dangling_view:
      return "A view that was used after its data had died";
    case finding_kind::stale_host_read:
      return "Host memory that was read before a view on it was synchronised";
    case finding_kind::overlapping_views:
      return "Two views of their own on one piece of host memory";
    case finding_kind::tile_static_limit:
      return "A kernel with more tile_static memory than there is";
  }
  return "";
}

const char* to_string(access_kind kind) {
  switch (kind) {
    case access_kind::read:
      return "read";
    case access_kind::write:
      return "write";
    case access_kind::atomic:
      return "atomic";
  }
  return "";
}

std::string to_string(const std::vector<std::int32_t>& coordinates) {
  std::string text = "(";
  for (std::size_t d = 0; d < coordinates.size(); ++d) {
    if (d != 0) text += ',';
    text += std::to_string(coordinates[d]);
  }
  return text + ')';
}

namespace {

/// Whether two events are at one line, by the same calls.
bool are_at_one_place(const event& a, const event& b) {
  return std::equal(a.frames.begin(), a.frames.end(), b.frames.begin(), b.frames.end(),
                    [](const source_frame& x, const source_frame& y) {
                      return x.function == y.function && x.file == y.file && x.line == y.line;
                    });
}

bool is_same(const finding& a, const finding& b) {
  return a.kind == b.kind && a.variable == b.variable &&
         std::is_permutation(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(),
                             are_at_one_place);
}

/// Of several instances the one with the least of these is shown: writes first, then where in their
/// lines the events are, and of which threads.
std::vector<int> order_of(const finding& found) {
  std::vector<int> order;
  for (const event& e : found.events) {
    order.push_back(e.what == to_string(access_kind::write) ? 0 : 1);
  }
  for (const event& e : found.events) order.push_back(e.frames.front().column);
  for (const event& e : found.events) {
    if (e.threads.empty()) continue;
    const std::vector<std::int32_t>& global = e.threads.front().global;
    order.insert(order.end(), global.begin(), global.end());
  }
  return order;
}

/// `read and write`: what the events of a finding are.
std::string events_of(const finding& found) {
  std::vector<std::string> names;
  for (const event& e : found.events) names.push_back(to_label(e.what));
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " and ") + name;
  return text;
}

bool are_of_one_tile(const std::vector<thread_position>& threads) {
  return !threads.front().tile.empty() &&
         std::all_of(threads.begin(), threads.end(),
                     [&](const thread_position& t) { return t.tile == threads.front().tile; });
}

/// `thread local (0) tile (2) global (8)`, `3 threads of tile (2)`
std::string name_threads(const event& e) {
  if (e.thread_count == 1 && !e.threads.empty()) return "thread " + to_string(e.threads.front());
  std::string text = std::to_string(e.thread_count) + " threads";
  if (!e.threads.empty() && are_of_one_tile(e.threads)) {
    text += " of tile " + to_string(e.threads.front().tile);
  }
  return text;
}

/// Which threads they are, unless their name tells: `: local (0), (1), (2), …`
std::string list_threads(const event& e) {
  if (e.thread_count == 1 || e.threads.empty()) return "";
  const bool one_tile = are_of_one_tile(e.threads);
  std::string text = one_tile ? ": local " : ": ";
  for (const thread_position& t : e.threads) {
    if (&t != &e.threads.front()) text += one_tile ? ", " : "; ";
    text += one_tile ? to_string(t.local) : to_string(t);
  }
  return text + (e.thread_count > e.threads.size() ? ", …" : "");
}

}  // namespace

std::string to_label(const std::string& what) {
  return what == to_string(access_kind::atomic) ? "atomic access" : what;
}

std::string label_of(const event& e) {
  if (e.thread_count == 0) return to_label(e.what);
  const bool is_one = e.thread_count == 1;
  if (e.what == what_waits) {
    return name_threads(e) + (is_one ? " waits here" : " wait here") + list_threads(e);
  }
  if (e.what == what_spins) return name_threads(e) + " spins here" + list_threads(e);
  if (e.what == what_returned) {
    return name_threads(e) + (is_one ? " has" : " have") + " returned from the kernel" +
           list_threads(e);
  }
  return to_label(e.what) + " by " + name_threads(e) + list_threads(e);
}

void fold_into(std::vector<finding>& findings, finding found) {
  const auto known = std::find_if(findings.begin(), findings.end(),
                                  [&](const finding& f) { return is_same(f, found); });
  if (known == findings.end()) return findings.push_back(std::move(found));
  if (order_of(found) < order_of(*known)) {  // whatever the order of instructions and threads
    std::swap(found, *known);
    std::swap(found.notes, known->notes);
  }
  known->count += found.count;
  const std::string events = events_of(found);
  // Where writes race with each other, that reads do with them goes without saying.
  if (events != events_of(*known) && events_of(*known) != "write and write") {
    std::string note = "the same lines also race as " + events;
    if (std::find(known->notes.begin(), known->notes.end(), note) == known->notes.end()) {
      known->notes.push_back(std::move(note));
    }
  }
}

}  // namespace detail
}  // namespace milliamp
