#include "check/launch_context.h"

#include "base/launch_numbers.h"
#include "base/scoped_ignore.h"
#include "report/reporter.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <utility>

namespace milliamp::detail::check {

launch_context::launch_context(const tiled_kernel& kernel)
    : tiled_(&kernel),
      number_(base::take_launch_number()),
      tile_shift_(static_cast<unsigned>(std::bit_width(kernel.threads() - 1))) {}

launch_context::launch_context(const untiled_kernel& kernel)
    : untiled_(&kernel), number_(base::take_launch_number()) {}

const void* launch_context::kernel_function() const {
  return tiled_ != nullptr ? tiled_->function : untiled_->function;
}

std::size_t launch_context::kernel_size() const {
  return tiled_ != nullptr ? tiled_->size : untiled_->size;
}

const void* launch_context::kernel_code() const {
  return tiled_ != nullptr ? reinterpret_cast<const void*>(tiled_->run_one)
                           : reinterpret_cast<const void*>(untiled_->run);
}

thread_position launch_context::position_of(race::thread_id thread) const {
  if (tiled_ == nullptr) return engine::position_of(*untiled_, thread);
  const race::thread_id tile = thread >> tile_shift_;
  const std::int32_t width = tiled_->extent[2] / tiled_->tile_extent[2];
  const std::int32_t height = tiled_->extent[1] / tiled_->tile_extent[1];
  const auto row = static_cast<std::int32_t>(tile / static_cast<race::thread_id>(width));
  const tile_coordinates coordinates{
      {row / height, row % height,
       static_cast<std::int32_t>(tile % static_cast<race::thread_id>(width))}};
  return engine::position_of(*tiled_, coordinates,
                             thread & ((race::thread_id{1} << tile_shift_) - 1));
}

void launch_context::take(race::access_log& found) {
  if (found.empty()) return;
  const std::lock_guard lock(mutex_);
  found.move_to(accesses_);
}

void launch_context::take(tile_static_use& seen) {
  const std::lock_guard lock(mutex_);
  tile_static_use_.take(seen);
}

void launch_context::take(const diagnose::fact& found) { take(diagnose::diagnose(found)); }

void launch_context::take(finding found) {
  const std::lock_guard lock(mutex_);
  others_.add(std::move(found));
}

void launch_context::report() {
  const base::scoped_ignore own;
  std::vector<finding> found;
  {
    const std::lock_guard lock(mutex_);
    values_.deny_different(accesses_, !turns_.are_given_up());
    report::finding_list accesses;
    for (const diagnose::fact& f :
         accesses_.facts(kernel(), [this](race::thread_id t) { return position_of(t); })) {
      accesses.add(diagnose::diagnose(f));
    }
    found = accesses.take();
    accesses_ = {};
    std::vector<finding> others = others_.take();
    std::move(others.begin(), others.end(), std::back_inserter(found));
  }
  report::reporter::instance().add(std::move(found));
}

}  // namespace milliamp::detail::check
