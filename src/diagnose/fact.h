/// @file
/// Everything that a detector can report. Detectors emit facts: addresses, call stacks and sizes.
/// diagnose() turns a fact into a finding, which has all the wording.
#pragma once

#include "diagnose/barrier_divergence.h"
#include "diagnose/dangling_view.h"
#include "diagnose/early_host_access.h"
#include "diagnose/lost_host_write.h"
#include "diagnose/no_progress.h"
#include "diagnose/order_dependent_read.h"
#include "diagnose/out_of_bounds.h"
#include "diagnose/overlapping_views.h"
#include "diagnose/race.h"
#include "diagnose/small_source.h"
#include "diagnose/stale_host_read.h"
#include "diagnose/tile_static_limit.h"
#include "diagnose/uninitialized_read.h"

#include <variant>

namespace milliamp::detail::diagnose {

using fact =
    std::variant<race_fact, order_dependent_read_fact, uninitialized_read_fact,
                 barrier_divergence_fact, no_progress_fact, array_index_fact, element_index_fact,
                 part_fact, texel_index_fact, overrun_fact, stray_access_fact, red_zone_fact,
                 foreign_variable_fact, small_source_fact, small_copy_fact, dangling_view_fact,
                 stale_host_read_fact, lost_host_write_fact, early_host_access_fact,
                 early_release_fact, overlapping_views_fact, tile_static_limit_fact>;

/// The finding of a fact of any kind.
inline finding diagnose(const fact& any) {
  return std::visit([](const auto& f) { return diagnose(f); }, any);
}

}  // namespace milliamp::detail::diagnose
