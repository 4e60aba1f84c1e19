#include "trace/chrome_trace.h"

#include "base/json.h"

#include <utility>

namespace milliamp::detail::trace {

namespace {

using nlohmann::ordered_json;

constexpr int host = 1;
constexpr int accelerator = 2;
constexpr int launches_track = 0;

/// Builds the list of events.
class chrome_trace {
 public:
  explicit chrome_trace(const recording& read) : read_(read) {}

  std::string text() {
    name_process(host, "host: " + read_.head.value("program", ""));
    name_process(accelerator, "accelerator (REF)");
    name_track(launches_track, "launches");
    for (const ordered_json& call : read_.calls) {
      add(call.at("call"), host, call.at("thread"), call.at("begin"), call.at("end"),
          ordered_json::object());
    }
    for (const recorded_launch& l : read_.launches) add_launch(l);
    const ordered_json all = {
        {"traceEvents", std::move(events_)}, {"displayTimeUnit", "ns"}, {"otherData", read_.head}};
    return base::json_text(all);
  }

 private:
  /// Tracks of workers follow that of the launches.
  static int track_of(std::size_t worker) { return static_cast<int>(worker + 1); }

  void name_process(int process, const std::string& name) {
    events_.push_back({{"ph", "M"},
                       {"name", "process_name"},
                       {"pid", process},
                       {"tid", 0},
                       {"args", {{"name", name}}}});
  }
  void name_track(int track, const std::string& name) {
    events_.push_back({{"ph", "M"},
                       {"name", "thread_name"},
                       {"pid", accelerator},
                       {"tid", track},
                       {"args", {{"name", name}}}});
  }

  /// A complete event. Times are in nanoseconds, those of the format in microseconds.
  void add(const std::string& name, int process, std::int64_t track, std::uint64_t begin,
           std::uint64_t end, ordered_json arguments) {
    const std::uint64_t length = end < begin ? 0 : end - begin;
    events_.push_back({{"ph", "X"},
                       {"name", name},
                       {"cat", process == host ? "host" : "kernel"},
                       {"pid", process},
                       {"tid", track},
                       {"ts", static_cast<double>(begin) / 1000},
                       {"dur", static_cast<double>(length) / 1000},
                       {"args", std::move(arguments)}});
  }

  void add_launch(const recorded_launch& l) {
    const ordered_json& d = l.description;
    const std::string number = d.at("number").dump();
    ordered_json arguments = {{"kernel", d.at("kernel")}, {"extent", d.at("extent")}};
    if (d.contains("tile_extent")) arguments["tile_extent"] = d.at("tile_extent");
    arguments["findings"] = d.at("findings").size();
    add("launch " + number, accelerator, launches_track, d.at("begin"), d.at("end"),
        std::move(arguments));
    for (const ordered_json& span : l.spans) {
      const auto worker = span.at(1).get<std::size_t>();
      for (; named_workers_ <= worker && named_workers_ < 4096; ++named_workers_) {
        name_track(track_of(named_workers_), "worker " + std::to_string(named_workers_));
      }
      add("tile " + span.at(0).dump(), accelerator, track_of(worker), span.at(2), span.at(3),
          {{"launch", d.at("number")}});
    }
    for (const recorded_tile& t : l.tiles) add_epochs(t);
  }

  /// The times between the barriers of a tile, below the tile.
  void add_epochs(const recorded_tile& t) {
    const auto begin = t.description.at("begin").get<std::uint64_t>();
    const int track = track_of(t.description.at("worker").get<std::size_t>());
    std::uint64_t last = begin;
    std::size_t epoch = 1;
    const auto end_epoch = [&](std::uint64_t end, ordered_json arguments) {
      add("epoch " + std::to_string(epoch++), accelerator, track, last, end, std::move(arguments));
      last = end;
    };
    for (const recorded_event& e : t.events) {
      if (e.kind != event_kind::release) continue;
      end_epoch(begin + e.time, {{"barrier", place_text(e.place)}});
    }
    if (epoch > 1) end_epoch(t.description.at("end"), ordered_json::object());
  }

  /// `kernel.cpp:10`
  std::string place_text(int number) const {
    const ordered_json& place = read_.places.at(static_cast<std::size_t>(number));
    const auto source = place.at("source").get<int>();
    if (source < 0) return "";
    const auto file =
        read_.sources.at(static_cast<std::size_t>(source)).at("file").get<std::string>();
    return file.substr(file.rfind('/') + 1) + ':' + place.at("line").dump();
  }

  const recording& read_;
  std::size_t named_workers_ = 0;
  ordered_json events_ = ordered_json::array();
};

}  // namespace

std::string to_chrome_trace(const recording& read) {
  try {
    return chrome_trace(read).text();
  } catch (const ordered_json::exception&) {
    throw bad_recording("the recording is corrupt: invalid description");
  }
}

}  // namespace milliamp::detail::trace
