#include "engine/policy_launch.h"

#include "base/options.h"
#include "engine/saved_schedule.h"

#include <numeric>
#include <utility>

namespace milliamp::detail::engine {

policy_of_launch::policy_of_launch(std::uint64_t launch)
    : policy_(make_policy(base::current_options())),
      launch_(launch),
      recorded_launch_(schedule_recorder::instance().begin_launch(policy_->counts_accesses())),
      installed_(*policy_) {}

part_order::part_order(const policy_of_launch& policy, std::uint64_t parts, bool first_is_fixed)
    : order_(parts), first_is_fixed_(first_is_fixed) {
  std::iota(order_.begin(), order_.end(), std::int64_t{0});
  for (std::uint64_t p = first_is_fixed ? 1 : 0; p < parts; ++p) {
    const part_number position = policy.part(p);
    const std::uint64_t other = policy.get().swap_part(position, parts);
    if (other == p) continue;
    schedule_recorder::instance().record(position.recorded_launch, order_change{p, other});
    std::swap(order_[p], order_[other]);
  }
}

std::vector<std::span<const std::int64_t>> part_order::in_sequence() const {
  const std::span<const std::int64_t> all(order_);
  if (!first_is_fixed_) return {all};
  return {all.first(1), all.subspan(1)};
}

}  // namespace milliamp::detail::engine
