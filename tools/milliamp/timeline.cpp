#include "timeline.h"

#include "error.h"
#include "launch_text.h"
#include "report/wrapped_text.h"

#include <algorithm>
#include <deque>
#include <filesystem>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

namespace milliamp::command {

namespace {

using namespace detail::trace;
using nlohmann::ordered_json;

constexpr std::size_t width = 80;
constexpr std::size_t label_width = 24;
/// Lanes of at least this width show elements and values, others one character.
constexpr std::size_t least_width_of_values = 7;

bool has_fault(const recorded_tile& tile) {
  return std::any_of(tile.events.begin(), tile.events.end(),
                     [](const recorded_event& e) { return e.kind == event_kind::fault; });
}

/// `launch 1: tiles 0, 1, 2`, for all launches with tiles.
std::string list_tiles(const recording& read) {
  std::string all;
  for (const recorded_launch& l : read.launches) {
    if (l.tiles.empty()) continue;
    all += (all.empty() ? "launch " : "; launch ") + l.description.at("number").dump() + ": tile";
    for (const recorded_tile& t : l.tiles) all += ' ' + t.description.at("number").dump();
  }
  return all;
}

std::pair<const recorded_launch*, const recorded_tile*> choose(const recording& read,
                                                               const timeline_choice& choice) {
  const recorded_launch* launch = nullptr;
  const recorded_tile* tile = nullptr;
  for (const recorded_launch& l : read.launches) {
    if (choice.launch != 0 && l.description.at("number") != choice.launch) continue;
    for (const recorded_tile& t : l.tiles) {
      if (choice.tile >= 0 && t.description.at("number") != choice.tile) continue;
      const bool is_better = tile == nullptr || (has_fault(t) && !has_fault(*tile));
      if (is_better) std::tie(launch, tile) = std::pair(&l, &t);
    }
  }
  if (tile != nullptr) return {launch, tile};
  const std::string recorded = list_tiles(read);
  throw error(recorded.empty()
                  ? "the recording has no tile; milliamp trace records those of tiled launches on "
                    "the checking engine (REF), from its --launch and --tile on"
                  : "the recording has no such tile; it has " + recorded);
}

/// What a row of the timeline shows: threads with the same key share a row.
struct row_key {
  event_kind kind;
  int place;
  int variable;
  std::string fault;

  auto operator<=>(const row_key&) const = default;
};

row_key key_of(const recorded_event& e) { return {e.kind, e.place, e.variable, e.fault}; }

class timeline {
 public:
  timeline(const recording& read, const recorded_launch& launch, const recorded_tile& tile,
           const timeline_choice& choice)
      : read_(read), launch_(launch), tile_(tile) {
    first_ = choice.first_thread;
    if (first_ >= tile.threads) {
      throw error("the tile has no thread " + std::to_string(first_) + "; its threads are 0 to " +
                  std::to_string(tile.threads - 1));
    }
    const std::uint32_t most = std::min<std::uint32_t>(choice.threads, width - label_width);
    count_ = std::clamp(tile.threads - first_, 1u, std::max(most, 1u));
    lane_width_ = std::min<std::size_t>((width - label_width) / count_, 14);
    is_alive_.assign(tile.threads, false);
    pending_.resize(tile.threads);
  }

  std::string draw() {
    draw_head();
    for (const recorded_event& e : tile_.events) {
      if (e.kind == event_kind::release) {
        draw_epoch();
        draw_release(e);
      } else if (e.kind == event_kind::fault) {
        faults_.push_back(&e);
      } else {
        pending_[e.thread].push_back(&e);
      }
    }
    draw_epoch();
    draw_repetitions();
    draw_rest();
    return std::move(text_);
  }

 private:
  bool is_drawn(std::int64_t thread) const {
    return thread >= first_ && thread < std::int64_t{first_} + count_;
  }

  void add_wrapped(const std::string& sentence, std::size_t indent = 0) {
    text_ += detail::report::wrap(sentence, 0, indent, width) + '\n';
  }

  void draw_head() {
    add_wrapped("Launch " + launch_.description.at("number").dump() + ", " +
                launch_.description.at("kernel").get<std::string>());
    text_ += "Tile " + show(tile_.description.at("coordinates")) + ", number " +
             tile_.description.at("number").dump() + ": threads " + std::to_string(first_) +
             " to " + std::to_string(first_ + count_ - 1) + " of " + std::to_string(tile_.threads) +
             '\n';
    for (const ordered_json& source : read_.sources) {
      text_ += "Source: " + file_name(source) + '\n';
    }
    text_ += '\n';
    draw_thread_numbers();
  }

  static std::string file_name(const ordered_json& source) {
    return std::filesystem::path(source.at("file").get<std::string>()).filename();
  }

  /// The numbers of the threads, above their lanes; digits one below the other where lanes are
  /// narrow.
  void draw_thread_numbers() {
    const std::size_t digits = std::to_string(first_ + count_ - 1).size();
    const std::string title = "line event";
    if (lane_width_ > digits) {
      std::vector<std::string> cells;
      for (std::uint32_t t = 0; t < count_; ++t) cells.push_back(std::to_string(first_ + t));
      draw_row(title, cells);
      return;
    }
    for (std::size_t d = 0; d < digits; ++d) {
      std::vector<std::string> cells;
      for (std::uint32_t t = 0; t < count_; ++t) {
        std::string number = std::to_string(first_ + t);
        number.insert(0, digits - number.size(), ' ');
        cells.emplace_back(1, number[d]);
      }
      draw_row(d + 1 == digits ? title : "", cells);
    }
  }

  void draw_row(const std::string& label, const std::vector<std::string>& cells) {
    std::string row = label.substr(0, label_width - 1);
    row.resize(label_width, ' ');
    for (const std::string& cell : cells) {
      std::string shown = cell;
      const std::size_t room = lane_width_ > 1 ? lane_width_ - 1 : 1;
      if (shown.size() > room) shown.replace(room - 1, std::string::npos, "~");
      shown.resize(lane_width_, ' ');
      row += shown;
    }
    row.erase(row.find_last_not_of(' ') + 1);
    row += '\n';
    if (row == last_row_) {
      ++repetitions_;
      return;
    }
    draw_repetitions();
    text_ += row;
    last_row_ = std::move(row);
  }

  /// What a loop repeats is drawn twice at most.
  void draw_repetitions() {
    if (repetitions_ == 1) text_ += last_row_;
    if (repetitions_ > 1) text_ += "     and " + std::to_string(repetitions_) + " more such rows\n";
    repetitions_ = 0;
    last_row_.clear();
  }

  /// Draws what the threads have done since the last barrier. Between barriers nothing orders them,
  /// so a row has all threads that do the same next, whenever they did it.
  void draw_epoch() {
    for (;;) {
      std::map<row_key, std::size_t> next;
      for (const auto& events : pending_) {
        if (!events.empty()) ++next[key_of(*events.front())];
      }
      if (next.empty()) return draw_faults();
      const row_key chosen = choose_row(next);
      if (is_last(chosen.kind)) draw_faults();
      std::map<std::uint32_t, const recorded_event*> row;
      for (std::uint32_t t = 0; t < pending_.size(); ++t) {
        if (pending_[t].empty() || key_of(*pending_[t].front()) != chosen) continue;
        row[t] = pending_[t].front();
        pending_[t].pop_front();
      }
      draw_events(row);
    }
  }

  static bool is_last(event_kind kind) {
    return kind == event_kind::arrive || kind == event_kind::end;
  }

  /// The earliest line, so that rows follow the source; threads wait and end last.
  row_key choose_row(const std::map<row_key, std::size_t>& next) const {
    const auto order = [this](const row_key& key) {
      const bool is_first = key.kind == event_kind::begin;
      return std::pair(is_first ? 0 : is_last(key.kind) ? 2 : 1, line_of(key.place));
    };
    return std::min_element(
               next.begin(), next.end(),
               [&](const auto& a, const auto& b) { return order(a.first) < order(b.first); })
        ->first;
  }

  int line_of(int place) const {
    return place < 0 ? 0 : read_.places.at(static_cast<std::size_t>(place)).at("line").get<int>();
  }

  std::string name_of(int variable) const {
    if (variable < 0) return "";
    return tile_.description.at("variables")
        .at(static_cast<std::size_t>(variable))
        .at("name")
        .get<std::string>();
  }

  void draw_events(const std::map<std::uint32_t, const recorded_event*>& row) {
    const recorded_event& first = *row.begin()->second;
    for (const auto& [thread, e] : row) {
      if (e->kind == event_kind::begin) is_alive_[thread] = true;
      if (e->kind == event_kind::end) is_alive_[thread] = false;
    }
    if (first.kind == event_kind::begin) return;
    std::vector<std::string> cells;
    bool is_any_drawn = false;
    for (std::uint32_t t = first_; t < first_ + count_; ++t) {
      const auto at = row.find(t);
      is_any_drawn |= at != row.end();
      cells.push_back(at != row.end() ? cell_of(*at->second) : is_alive_[t] ? "." : "");
    }
    if (is_any_drawn) draw_row(line_label(first.place) + ' ' + what(first), cells);
  }

  std::string line_label(int place) const {
    const int line = line_of(place);
    std::string label = line == 0 ? "" : std::to_string(line);
    label.insert(0, 4 - std::min<std::size_t>(label.size(), 4), ' ');
    return label;
  }

  std::string what(const recorded_event& e) const {
    switch (e.kind) {
      case event_kind::arrive:
        return "wait";
      case event_kind::end:
        return "end";
      case event_kind::fence:
        return "fence";
      default:
        return std::string(to_string(e.kind)) + ' ' + name_of(e.variable);
    }
  }

  std::string cell_of(const recorded_event& e) const {
    switch (e.kind) {
      case event_kind::arrive:
        return "v";
      case event_kind::end:
        return "x";
      case event_kind::fence:
        return "F";
      default:
        break;
    }
    if (lane_width_ < least_width_of_values) {
      return e.kind == event_kind::read ? "r" : e.kind == event_kind::write ? "w" : "a";
    }
    return element_of(e) + '=' + e.value;
  }

  /// `[3].x`
  std::string element_of(const recorded_event& e) const {
    const ordered_json& variable =
        tile_.description.at("variables").at(static_cast<std::size_t>(e.variable));
    const auto lengths = variable.at("dimensions").get<std::vector<std::int64_t>>();
    std::string index;
    std::int64_t rest = e.element;
    for (auto d = lengths.rbegin(); d != lengths.rend() && *d > 0; rest /= *d++) {
      index.insert(0, std::to_string(rest % *d) + (index.empty() ? "" : ","));
    }
    std::string text = lengths.empty() ? "" : '[' + index + ']';
    if (e.part >= 0) {
      text +=
          variable.at("parts").at(static_cast<std::size_t>(e.part)).at("name").get<std::string>();
    }
    return text;
  }

  /// A row for each fault of the epoch: `!` in the lanes of its threads.
  void draw_faults() {
    for (const recorded_event* const e : std::exchange(faults_, {})) {
      if (!is_drawn(e->thread) && !is_drawn(e->other)) continue;
      std::vector<std::string> cells;
      for (std::uint32_t t = first_; t < first_ + count_; ++t) {
        const bool is_at_fault = t == e->thread || static_cast<int>(t) == e->other;
        cells.push_back(is_at_fault ? "!" : is_alive_[t] ? "." : "");
      }
      std::string label = "  !! " + e->fault;
      if (e->variable >= 0) label += ' ' + name_of(e->variable) + element_of(*e);
      draw_row(label, cells);
    }
  }

  void draw_release(const recorded_event& e) {
    draw_repetitions();
    std::string line = line_label(e.place) + " ===== barrier: all threads continue ";
    line.resize(label_width + lane_width_ * count_, '=');
    text_ += line + '\n';
  }

  void draw_rest() {
    text_ += "\nv waits at a barrier  x ends  ";
    text_ += lane_width_ < least_width_of_values ? "r reads  w writes  a atomic  " : "";
    text_ += "F fence  ! fault\n";
    if (count_ < tile_.threads) {
      add_wrapped("Other threads of the tile are not drawn; --thread N begins with another one.");
    }
    for (const ordered_json& limit : read_.limits) {
      add_wrapped("Note: " + limit.get<std::string>() + '.');
    }
    for (const ordered_json& f : launch_.description.at("findings")) text_ += text_of_finding(f);
  }

  const recording& read_;
  const recorded_launch& launch_;
  const recorded_tile& tile_;
  std::uint32_t first_ = 0;  ///< the first thread drawn
  std::uint32_t count_ = 0;  ///< the number of threads drawn
  std::size_t lane_width_ = 1;
  std::vector<bool> is_alive_;
  std::vector<std::deque<const recorded_event*>> pending_;  ///< the events of the epoch, by thread
  std::vector<const recorded_event*> faults_;               ///< the faults of the epoch
  std::string last_row_;
  std::size_t repetitions_ = 0;  ///< the repetitions of the last row, not drawn yet
  std::string text_;
};

}  // namespace

std::string draw_timeline(const recording& read, const timeline_choice& choice) {
  const auto [launch, tile] = choose(read, choice);
  return timeline(read, *launch, *tile, choice).draw();
}

}  // namespace milliamp::command
