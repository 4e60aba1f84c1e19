#include "counts/launch_counter.h"

#include "counts/count_collector.h"
#include "engine/domain.h"
#include "symbolize/type_names.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace milliamp::detail::counts {

check::make_watcher launch_counter::watch() {
  return
      [](const check::checked_launch& launch) { return std::make_unique<launch_counter>(launch); };
}

launch_counter::launch_counter(const check::checked_launch& launch)
    : launch_(launch), captures_(symbolize::containers_of(launch.captures())) {
  if (const tiled_kernel* const kernel = launch.tiled()) {
    threads_in_tile_ = kernel->threads();
    threads_ = engine::tile_grid(*kernel).all().size() * threads_in_tile_;
  } else {
    threads_ = static_cast<std::uint64_t>(engine::count_points(*launch.untiled()));
  }
}

check::watcher* launch_counter::begin_share(const check::checked_thread& thread) {
  return &shares_.begin(thread, thread, captures_, threads_);
}

all_counts launch_counter::join_shares() {
  const std::vector<share_counter*> shares = shares_.ended();
  all_counts joined;
  for (const share_counter* const share : shares) joined.merge(share->counts());

  // Rows of different shares get one number for all.
  std::map<row_key, std::uint32_t> numbers;
  std::vector<row*> rows;
  for (const auto& [key, counts] : joined.rows) {
    numbers.emplace(key, static_cast<std::uint32_t>(rows.size()));
    rows.push_back(counts.get());
  }
  std::vector<grouped_access> ungrouped;
  for (const share_counter* const share : shares) {
    for (grouped_access access : share->ungrouped()) {
      access.row = numbers.at(share->key_of(access.row));
      ungrouped.push_back(access);
    }
  }
  for_each_group(ungrouped, [&](const grouped_access* begin, const grouped_access* end) {
    share_counter::add_group(begin, end, threads_, *rows[begin->row]);
  });
  return joined;
}

void launch_counter::on_findings(const std::vector<finding>&) {
  const all_counts joined = join_shares();
  launch_counts counts;
  const auto& type = launch_.tiled() != nullptr ? *launch_.tiled()->type : *launch_.untiled()->type;
  counts.kernel = symbolize::demangle(type.name());
  counts.threads = threads_;
  counts.threads_in_tile = threads_in_tile_;
  counts.tiles = threads_in_tile_ == 0 ? 0 : threads_ / threads_in_tile_;
  counts.global_memory = joined.global.result(threads_);
  counts.tile_static_memory = joined.tile_static.result(threads_);
  counts.barriers = joined.barriers.result(threads_).reads_per_thread;
  counts.fences = joined.fences.result(threads_).reads_per_thread;
  for (const auto& [key, counted] : joined.rows) {
    counts.lines.push_back(counted->result(key, threads_));
  }
  collect(std::move(counts));
}

}  // namespace milliamp::detail::counts
