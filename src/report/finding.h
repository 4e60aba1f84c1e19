/// @file
/// What findings are made of, beyond what users see of them (milliamp/finding.h).
#pragma once

#include <milliamp/finding.h>

#include <cstdint>

namespace milliamp::detail {

/// Every kind of finding.
inline constexpr finding_kind all_finding_kinds[] = {finding_kind::race,
                                                     finding_kind::barrier_divergence,
                                                     finding_kind::no_progress,
                                                     finding_kind::uninitialized_read,
                                                     finding_kind::out_of_bounds,
                                                     finding_kind::dangling_view,
                                                     finding_kind::stale_host_read,
                                                     finding_kind::overlapping_views,
                                                     finding_kind::tile_static_limit};

enum class access_kind : std::uint8_t { read, write, atomic };

/// `read`, `write`, `atomic`.
const char* to_string(access_kind kind);

/// Adds a finding to a list, or to the count of the one of the same kind on the same variable at
/// the same lines that is there already.
void fold_into(std::vector<finding>& findings, finding found);

}  // namespace milliamp::detail
