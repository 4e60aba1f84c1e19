#include "report/finding.h"

#include "base/show.h"
#include "report/text_writer.h"
#include "report/wrapped_text.h"

#include <algorithm>
#include <iterator>

namespace milliamp {

const char* to_string(finding_kind kind) noexcept {
  const auto row = static_cast<std::size_t>(kind);
  return row < std::size(detail::report::finding_kinds) ? detail::report::finding_kinds[row].name
                                                        : "";
}

std::string to_string(const thread_position& position) {
  using detail::base::show;
  std::string text;
  if (!position.local.empty()) {
    text = "local " + show(position.local) + " tile " + show(position.tile) + ' ';
  }
  return text + "global " + show(position.global);
}

std::string to_string(const finding& found) {
  return detail::report::text_writer::text_of(found, false, detail::report::report_width);
}

namespace detail::report {

std::optional<finding_kind> kind_named(std::string_view name) {
  for (const kind_description& known : finding_kinds) {
    if (name == known.name) return known.kind;
  }
  return std::nullopt;
}

const char* to_string(access_kind kind) {
  constexpr const char* names[] = {"read", "write", "atomic", "atomic"};
  return names[static_cast<std::size_t>(kind)];
}

namespace {

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
    text += " of tile " + base::show(e.threads.front().tile);
  }
  return text;
}

/// Lists the threads that name_threads() only counts.
std::string list_threads(const event& e) {
  return e.thread_count == 1 || e.threads.empty() ? "" : ": " + threads_of(e);
}

}  // namespace

std::string threads_of(const event& e) {
  if (e.threads.size() == 1) return to_string(e.threads.front());
  const bool one_tile = are_of_one_tile(e.threads);
  std::string text = one_tile ? "local " : "";
  for (const thread_position& t : e.threads) {
    if (&t != &e.threads.front()) text += one_tile ? ", " : "; ";
    text += one_tile ? base::show(t.local) : to_string(t);
  }
  return text + (e.thread_count > e.threads.size() ? ", …" : "");
}

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
  if (e.what == what_runs) {
    return name_threads(e) + (is_one ? " runs here" : " run here") + list_threads(e);
  }
  if (e.what == what_returned) {
    return name_threads(e) + (is_one ? " has" : " have") + " returned from the kernel" +
           list_threads(e);
  }
  return to_label(e.what) + " by " + name_threads(e) + list_threads(e);
}

std::vector<std::string> notes_of(const finding& found) {
  std::vector<std::string> notes = found.notes;
  if (found.same_value) {
    notes.push_back("both threads write the same value; this is still a race (spec 8.1.2)");
  }
  return notes;
}

}  // namespace detail::report
}  // namespace milliamp
