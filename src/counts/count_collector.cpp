#include "counts/count_collector.h"

#include "base/immortal.h"
#include "counts/launch_counter.h"

#include <algorithm>
#include <cstdint>

namespace milliamp::detail::counts {

namespace {

struct collector_list {
  base::mutex mutex;
  std::vector<count_collector*> all MILLIAMP_GUARDED_BY(mutex);
  std::uint64_t launches MILLIAMP_GUARDED_BY(mutex) = 0;
};

}  // namespace

count_collector::count_collector() {
  collector_list& collectors = base::only<collector_list>();
  const base::scoped_lock lock(collectors.mutex);
  if (collectors.all.empty()) check::add_watch(&launch_counter::watch);
  collectors.all.push_back(this);
}

count_collector::~count_collector() {
  collector_list& collectors = base::only<collector_list>();
  const base::scoped_lock lock(collectors.mutex);
  std::erase(collectors.all, this);
  if (collectors.all.empty()) check::remove_watch(&launch_counter::watch);
}

std::vector<launch_counts> count_collector::launches() const {
  const base::scoped_lock lock(mutex_);
  return launches_;
}

void count_collector::take(const launch_counts& counts) {
  const base::scoped_lock lock(mutex_);
  launches_.push_back(counts);
}

void collect(launch_counts counts) {
  collector_list& collectors = base::only<collector_list>();
  const base::scoped_lock lock(collectors.mutex);
  counts.launch = ++collectors.launches;
  for (count_collector* const c : collectors.all) c->take(counts);
}

}  // namespace milliamp::detail::counts
