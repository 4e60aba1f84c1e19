#include "trace/launch_recorder.h"

#include "base/immortal.h"
#include "base/json.h"
#include "base/options.h"
#include "check/checked_launch.h"
#include "engine/domain.h"
#include "report/json_writer.h"
#include "symbolize/frames.h"
#include "symbolize/type_names.h"
#include "trace/place_table.h"
#include "trace/recording_file.h"
#include "trace/recording_format.h"

#include <nlohmann/json.hpp>

#include <atomic>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace milliamp::detail::trace {

namespace {

using nlohmann::ordered_json;

/// The number of tiles of a launch that are recorded provisionally, and kept if they have a fault.
constexpr std::uint64_t tiles_on_trial = 256;

[[maybe_unused]] const bool watches_launches = [] {
  if (!base::current_options().trace_path.empty()) check::add_watch(&launch_recorder::watch);
  return true;
}();

/// Within recording_file::extend().
place_table& places() { return base::only<place_table>(); }

/// The last `rank` lengths.
std::vector<std::int32_t> lengths(const std::int32_t* of_three, int rank) {
  return {of_three + 3 - rank, of_three + 3};
}

ordered_json describe_kernel(const check::checked_launch& launch) {
  if (const tiled_kernel* const k = launch.tiled()) {
    return {{"kernel", symbolize::demangle(k->type->name())},
            {"extent", lengths(k->extent, k->rank)},
            {"tile_extent", lengths(k->tile_extent, k->rank)}};
  }
  const untiled_kernel& k = *launch.untiled();
  return {{"kernel", symbolize::demangle(k.type->name())},
          {"extent", std::vector<std::int32_t>(k.extent, k.extent + k.rank)}};
}

ordered_json describe_launch(const check::checked_launch& launch, std::uint64_t number,
                             std::uint64_t begin, const std::vector<finding>& found) {
  ordered_json json = {{"number", number}};
  json.update(describe_kernel(launch));
  json["begin"] = begin;
  json["end"] = now();
  json["findings"] = ordered_json::array();
  for (const finding& f : found) {
    json["findings"].push_back(ordered_json::parse(report::to_json(f)));
  }
  return json;
}

ordered_json describe_spans(const std::vector<tile_recorder*>& workers) {
  ordered_json json = ordered_json::array();
  for (const tile_recorder* const worker : workers) {
    for (const tile_span& s : worker->spans()) {
      json.push_back({s.number, s.worker, s.begin, s.end});
    }
  }
  return json;
}

ordered_json describe_tile(const traced_tile& tile, const tiled_kernel& kernel) {
  const tile_coordinates at =
      engine::tile_grid(kernel).coordinates_of(static_cast<std::int64_t>(tile.number));
  ordered_json json = {
      {"number", tile.number},       {"coordinates", lengths(at.values, kernel.rank)},
      {"reason", "first"},           {"worker", tile.worker},
      {"begin", tile.begin},         {"end", tile.end},
      {"complete", tile.is_complete}};
  ordered_json variables = ordered_json::array();
  for (const traced_variable& v : tile.variables) variables.push_back(describe(v, places()));
  ordered_json call_sites = ordered_json::array();
  for (const diagnose::call_site& s : tile.call_sites) {
    call_sites.push_back(places().number_of(diagnose::frames_of(s)));
  }
  json["variables"] = std::move(variables);
  json["sites"] = std::move(call_sites);
  return json;
}

/// A description as its length and its text. The events follow it.
std::string head_of_tile(const ordered_json& description) {
  const std::string text = base::json_text(description);
  const auto length = as_bytes(static_cast<std::uint32_t>(text.size()));
  return std::string(length.data(), length.size()) + text;
}

}  // namespace

check::make_watcher launch_recorder::watch() {
  static std::atomic<std::uint64_t> launches{0};
  const base::options& o = base::current_options();
  const std::uint64_t number = ++launches;
  if (number < o.trace_first_launch) return nullptr;
  if (number - o.trace_first_launch < o.trace_launches) {
    return [number](const check::checked_launch& launch) {
      return std::make_unique<launch_recorder>(launch, number);
    };
  }
  if (number - o.trace_first_launch == o.trace_launches) {
    const std::string limit =
        "launch " + std::to_string(number) +
        " and later ones are not recorded (trace_launches=" + std::to_string(o.trace_launches) +
        ")";
    recording_file::instance().extend(
        [&](auto append) { append("LIMT", base::json_text(ordered_json(limit))); });
  }
  return nullptr;
}

launch_recorder::launch_recorder(const check::checked_launch& launch, std::uint64_t number)
    : launch_(launch), number_(number), begin_(now()) {
  if (base::current_options().trace_global) {
    captures_ = symbolize::containers_of(launch.captures());
  }
}

launch_recorder::~launch_recorder() {
  for (auto* const all : {&first_, &faulty_}) {
    for (auto& [number, tile] : *all) keep_spare_events(std::move(tile.events));
  }
}

check::watcher* launch_recorder::begin_share(const check::checked_thread& thread) {
  return &shares_.begin(thread, *this, thread);
}

bool launch_recorder::is_first(std::uint64_t tile) const {
  const base::options& o = base::current_options();
  return tile >= o.trace_first_tile && tile - o.trace_first_tile < o.trace_tiles;
}

bool launch_recorder::wants(std::uint64_t tile) const {
  return is_first(tile) || (tile < tiles_on_trial && base::current_options().trace_tiles != 0);
}

void launch_recorder::take(traced_tile tile) {
  const base::scoped_lock lock(mutex_);
  const std::uint64_t number = tile.number;
  if (is_first(number)) {
    first_.emplace(number, std::move(tile));
    return;
  }
  faulty_.emplace(number, std::move(tile));
  // The lowest ones, so that what is recorded does not depend on the workers.
  if (faulty_.size() > base::current_options().trace_tiles) faulty_.erase(std::prev(faulty_.end()));
}

/// What the recording of the launch leaves out.
std::vector<std::string> launch_recorder::limits(std::uint64_t tiles) const {
  const base::options& o = base::current_options();
  std::vector<std::string> limits;
  const std::string launch = "launch " + std::to_string(number_);
  const std::size_t recorded = first_.size() + faulty_.size();
  if (recorded < tiles) {
    limits.push_back(launch + ": " + std::to_string(recorded) + " of " + std::to_string(tiles) +
                     " tiles are recorded (trace_tiles=" + std::to_string(o.trace_tiles) + ")");
  }
  for (const auto* const all : {&first_, &faulty_}) {
    for (const auto& [number, tile] : *all) {
      if (tile.is_complete) continue;
      limits.push_back("tile " + std::to_string(number) + " of " + launch + " has more than the " +
                       std::to_string(o.trace_events) + " events that are recorded (trace_events=" +
                       std::to_string(o.trace_events) + ")");
    }
  }
  return limits;
}

void launch_recorder::on_findings(const std::vector<finding>& found) {
  const ordered_json launch = describe_launch(launch_, number_, begin_, found);
  const tiled_kernel* const kernel = launch_.tiled();
  const std::uint64_t tiles =
      kernel != nullptr ? static_cast<std::uint64_t>(engine::tile_grid(*kernel).all().size()) : 0;
  recording_file::instance().extend([&](auto append) {
    const base::scoped_lock lock(mutex_);
    std::vector<std::pair<std::string, std::string_view>> chunks;
    for (const auto* const all : {&first_, &faulty_}) {
      for (const auto& [number, tile] : *all) {
        ordered_json description = {{"launch", number_}};
        description.update(describe_tile(tile, *kernel));
        if (all == &faulty_) description["reason"] = "finding";
        chunks.emplace_back(head_of_tile(description), tile.events.bytes());
      }
    }
    for (const ordered_json& s : places().take_new_sources()) append("SRCE", base::json_text(s));
    append("PLAC", base::json_text(places().take_new_places()));
    append("LNCH", base::json_text(launch));
    append("SPAN", base::json_text(describe_spans(shares_.ended())));
    for (const auto& [head, events] : chunks) append("TILE", head, events);
    for (const std::string& limit : limits(tiles)) {
      append("LIMT", base::json_text(ordered_json(limit)));
    }
  });
}

}  // namespace milliamp::detail::trace
