/// @file
/// The output of counts that the options `counts` and `counts_path` ask for.

#include "base/immortal.h"
#include "base/json.h"
#include "base/options.h"
#include "base/output_file.h"
#include "counts/count_collector.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <optional>
#include <set>
#include <string>

namespace milliamp::detail::counts {

namespace {

using nlohmann::ordered_json;

ordered_json json_of(const count_per_thread& c) { return {{"least", c.least}, {"most", c.most}}; }

ordered_json json_of(const access_counts& a) {
  return {{"reads", a.reads},
          {"writes", a.writes},
          {"atomics", a.atomics},
          {"reads_per_thread", json_of(a.reads_per_thread)},
          {"writes_per_thread", json_of(a.writes_per_thread)},
          {"atomics_per_thread", json_of(a.atomics_per_thread)}};
}

ordered_json json_of(const line_counts& l) {
  ordered_json json = {{"memory", l.is_tile_static ? "tile_static" : "global"},
                       {"variable", l.variable},
                       {"file", l.location.file},
                       {"line", l.location.line},
                       {"function", l.location.function}};
  json.update(json_of(l.accesses));
  json["distinct_elements"] = l.distinct_elements;
  json["distinct_in_tiles"] = l.distinct_in_tiles;
  if (l.is_tile_static) {
    json["bank_conflicts"] = l.bank_conflicts;
  } else {
    json["transactions"] = l.transactions;
  }
  json["idle_share"] = l.idle_share;
  return json;
}

ordered_json json_of(const launch_counts& c) {
  ordered_json json = {{"launch", c.launch},
                       {"kernel", c.kernel},
                       {"threads", c.threads},
                       {"tiles", c.tiles},
                       {"threads_in_tile", c.threads_in_tile},
                       {"global", json_of(c.global_memory)},
                       {"tile_static", json_of(c.tile_static_memory)},
                       {"barriers", json_of(c.barriers)},
                       {"fences", json_of(c.fences)},
                       {"lines", ordered_json::array()}};
  for (const line_counts& l : c.lines) json["lines"].push_back(json_of(l));
  return json;
}

/// Prints the counts of each launch when it has ended.
class output final : public count_collector {
 public:
  output() {
    const std::string& path = base::current_options().counts_path;
    if (!path.empty()) file_.emplace("counts_path", path);
  }

 private:
  void take(const launch_counts& counts) override {
    if (base::current_options().counts) print(counts);
    if (!file_) return;
    file_->write(base::json_text(json_of(counts)) + '\n');
  }

  /// Prints a table unless an earlier launch had the same.
  void print(const launch_counts& counts) {
    launch_counts any = counts;
    any.launch = 0;
    if (printed_.insert(to_string(any)).second) {
      std::fprintf(stderr, "\nmilliamp: %s\n", to_string(counts).c_str());
    }
  }

  std::optional<base::output_file> file_;
  std::set<std::string> printed_;
};

[[maybe_unused]] const bool prints_counts = [] {
  const base::options& o = base::current_options();
  if (o.counts || !o.counts_path.empty()) {
    static base::immortal<output> one;
    static_cast<void>(*one);
  }
  return true;
}();

}  // namespace

}  // namespace milliamp::detail::counts
