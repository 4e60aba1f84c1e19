#include "report/finding_list.h"

#include "report/finding.h"

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

namespace milliamp::detail::report {

namespace {

bool have_same_line(const source_frame& a, const source_frame& b) {
  return a.function == b.function && a.file == b.file && a.line == b.line;
}

/// Whether two events have the same line and the same callers.
bool have_same_stack(const event& a, const event& b) {
  return std::equal(a.frames.begin(), a.frames.end(), b.frames.begin(), b.frames.end(),
                    have_same_line);
}

/// Whether two findings are about one variable. A block may declare a variable with the name of one
/// outside of it.
bool have_same_variable(const finding& a, const finding& b) {
  if (a.variable != b.variable || a.declaration.has_value() != b.declaration.has_value()) {
    return false;
  }
  return !a.declaration || have_same_line(*a.declaration, *b.declaration);
}

/// Whether the events of a finding are of threads of one tile.
bool is_within_tile(const finding& found) {
  const auto tile_of = [](const event& e) {
    return e.threads.empty() ? std::vector<std::int32_t>() : e.threads.front().tile;
  };
  if (found.events.empty()) return false;
  const std::vector<std::int32_t> tile = tile_of(found.events.front());
  return !tile.empty() && std::all_of(found.events.begin(), found.events.end(),
                                      [&](const event& e) { return tile_of(e) == tile; });
}

bool has_unordered_accesses(const finding& found) {
  return found.kind == finding_kind::race || found.kind == finding_kind::order_dependent_read;
}

/// Whether two findings are about one expression with an index. A line may have several, which are
/// repaired one by one. Compilers give each its column; other accesses may have more than one.
bool have_same_index(const finding& a, const finding& b) {
  if (a.events.empty() || b.events.empty()) return true;  // as a report to be merged may have it
  const event& one = a.events.front();
  const event& other = b.events.front();
  return one.what != what_accesses || other.what != what_accesses ||
         one.frames.front().column == other.frames.front().column;
}

/// Whether two findings have the same repair, as far as it depends on more than their lines: data
/// races within a tile and between tiles do not, nor do indices and pointers out of bounds.
bool have_same_repair(const finding& a, const finding& b) {
  if (has_unordered_accesses(a)) return is_within_tile(a) == is_within_tile(b);
  if (a.kind != finding_kind::out_of_bounds) return true;
  return a.advice == b.advice && have_same_index(a, b);
}

bool are_duplicates(const finding& a, const finding& b) {
  return a.kind == b.kind && have_same_variable(a, b) && have_same_repair(a, b) &&
         std::is_permutation(a.events.begin(), a.events.end(), b.events.begin(), b.events.end(),
                             have_same_stack);
}

/// Returns the sort key of an instance: writes first, then the columns of the events, then the
/// threads. Of all duplicates, the one with the smallest key is shown.
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

/// Returns the kinds of a finding's events: `read and write`.
std::string events_of(const finding& found) {
  std::vector<std::string> names;
  for (const event& e : found.events) names.push_back(to_label(e.what));
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : " and ") + name;
  return text;
}

// --- Hashes of duplicates ------------------------------------------------------------------------

template <class T>
void mix_into(std::size_t& hash, const T& value) {
  hash = hash * 0x9E3779B97F4A7C15u + std::hash<T>()(value);
}

/// Equal for events with the same stack.
std::size_t hash_of(const event& e) {
  std::size_t hash = 0;
  for (const source_frame& frame : e.frames) {
    mix_into(hash, frame.function);
    mix_into(hash, frame.file);
    mix_into(hash, frame.line);
  }
  return hash;
}

/// Equal for duplicates.
std::size_t hash_of(const finding& found) {
  std::size_t events = 0;  // a sum, because the order of the events does not matter
  for (const event& e : found.events) events += hash_of(e);
  std::size_t hash = static_cast<std::size_t>(found.kind);
  mix_into(hash, found.variable);
  mix_into(hash, events);
  return hash;
}

constexpr std::string_view also_race = "the same lines also race as ";

void add_note(finding& to, const std::string& note) {
  if (std::find(to.notes.begin(), to.notes.end(), note) == to.notes.end()) to.notes.push_back(note);
}

void fold_into(finding& known, finding found, kept_duplicate kept) {
  const bool may_share_value = events_of(known) == events_of(found);
  const bool same_value = known.same_value && found.same_value;
  if (kept == kept_duplicate::smallest && order_of(found) < order_of(known)) {
    std::swap(found, known);
  }
  // Other notes apply to one instance only.
  for (const std::string& note : found.notes) {
    if (note.starts_with(also_race)) add_note(known, note);
  }
  known.count += found.count;
  if (may_share_value) known.same_value = same_value;
  const std::string events = events_of(found);
  // If two writes race, a note that reads also race with them adds nothing.
  const bool is_race = found.kind == finding_kind::race;
  if (is_race && events != events_of(known) && events_of(known) != "write and write") {
    add_note(known, std::string(also_race) + events);
  }
}

}  // namespace

std::size_t finding_list::add(finding found) {
  const std::size_t hash = hash_of(found);
  const auto [begin, end] = indices_.equal_range(hash);
  const auto known = std::find_if(
      begin, end, [&](const auto& n) { return are_duplicates(findings_[n.second], found); });
  if (known != end) {
    fold_into(findings_[known->second], std::move(found), kept_);
    return known->second;
  }
  indices_.emplace(hash, findings_.size());
  findings_.push_back(std::move(found));
  return findings_.size() - 1;
}

std::vector<finding> finding_list::take() {
  indices_.clear();
  return std::exchange(findings_, {});
}

}  // namespace milliamp::detail::report
