#include "report/finding.h"

#include "report/text_writer.h"

#include <algorithm>

namespace milliamp {

namespace {

/// A row of the table of kinds.
struct kind_texts {
  const char* id;
  const char* description;
  const char* help;
};

/// The texts of a kind; empty for a number that is no kind.
constexpr kind_texts texts_of(finding_kind kind) noexcept {
  switch (kind) {
#define MILLIAMP_FINDING_KIND(enumerator, id, description, help) \
  case finding_kind::enumerator:                                 \
    return {id, description, help};
#include <milliamp/detail/finding_kinds.h>
  }
  return {"", "", ""};
}

}  // namespace

const char* to_string(finding_kind kind) noexcept { return texts_of(kind).id; }

std::string to_string(const thread_position& position) {
  std::string text;
  if (!position.local.empty()) {
    text = "local " + detail::report::to_string(position.local) + " tile " +
           detail::report::to_string(position.tile) + ' ';
  }
  return text + "global " + detail::report::to_string(position.global);
}

std::string to_string(const finding& found) { return detail::report::text_report(found, false); }

namespace detail::report {

const char* description_of(finding_kind kind) { return texts_of(kind).description; }

const char* help_of(finding_kind kind) { return texts_of(kind).help; }

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

/// Which threads they are, unless their name tells.
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
    text += one_tile ? to_string(t.local) : to_string(t);
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
  if (e.what == what_returned) {
    return name_threads(e) + (is_one ? " has" : " have") + " returned from the kernel" +
           list_threads(e);
  }
  return to_label(e.what) + " by " + name_threads(e) + list_threads(e);
}

std::vector<std::string> notes_of(const finding& found) {
  std::vector<std::string> notes = found.notes;
  if (found.same_value) {
    notes.push_back("both write the same value, which makes it no less a race (spec 8.1.2)");
  }
  return notes;
}

}  // namespace detail::report
}  // namespace milliamp
