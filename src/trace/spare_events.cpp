#include "trace/spare_events.h"

#include "base/immortal.h"
#include "base/mutex.h"

#include <cstddef>
#include <utility>
#include <vector>

namespace milliamp::detail::trace {

namespace {

/// As many as a few workers and the tiles of a launch have. Each has up to some megabytes.
constexpr std::size_t most_spares = 16;

struct spare_list {
  base::mutex mutex;
  std::vector<event_writer> all MILLIAMP_GUARDED_BY(mutex);
};

}  // namespace

event_writer take_spare_events() {
  spare_list& spares = base::only<spare_list>();
  const base::scoped_lock lock(spares.mutex);
  if (spares.all.empty()) return {};
  event_writer last = std::move(spares.all.back());
  spares.all.pop_back();
  last.clear();
  return last;
}

void keep_spare_events(event_writer events) {
  spare_list& spares = base::only<spare_list>();
  const base::scoped_lock lock(spares.mutex);
  if (spares.all.size() < most_spares) spares.all.push_back(std::move(events));
}

}  // namespace milliamp::detail::trace
