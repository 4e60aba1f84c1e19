/// @file
/// The parts of findings that are internal to the library, and their texts. The public part is
/// milliamp/finding.h.
#pragma once

#include <milliamp/finding.h>

#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::report {

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

/// Values of event::what. A return from the kernel has no location in the source.
inline constexpr char what_returned[] = "return from the kernel";
inline constexpr char what_waits[] = "wait at a barrier";
inline constexpr char what_spins[] = "spin";

/// `read`, `write`, `atomic`.
const char* to_string(access_kind kind);

/// Returns one sentence about a kind of finding, without a full stop.
const char* description_of(finding_kind kind);

/// Returns the text of event::what in reports for people: `atomic access` for `atomic`.
std::string to_label(const std::string& what);

/// Returns the label of an event: `write by thread local (0) tile (2) global (8)`.
std::string label_of(const event& e);

/// Lists the threads of an event, which must have some: `local (0), (1), (2), …`.
std::string threads_of(const event& e);

/// Returns the notes of a finding, including those derived from its other members.
std::vector<std::string> notes_of(const finding& found);

}  // namespace milliamp::detail::report
