/// @file
/// The parts of findings that are internal to the library, and their texts. The public part is
/// milliamp/finding.h.
#pragma once

#include <milliamp/finding.h>

#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::report {

/// The names and descriptions of the kinds of findings, in the order of the enumeration.
struct kind_description {
  finding_kind kind;
  const char* name;
  const char* text;  ///< a sentence without a full stop
};
inline constexpr kind_description finding_kinds[] = {
    {finding_kind::race, "race",
     "Two unordered accesses to the same memory, not both reads and not both atomic"},
    {finding_kind::barrier_divergence, "barrier-divergence",
     "Threads of a tile that do not all reach the same barrier"},
    {finding_kind::no_progress, "no-progress",
     "A thread that spins on what another thread of its tile would have to do"},
    {finding_kind::uninitialized_read, "uninitialized-read", "A read of uninitialized memory"},
    {finding_kind::out_of_bounds, "out-of-bounds", "An index out of the bounds of its array"},
    {finding_kind::dangling_view, "dangling-view",
     "A use of a view after the end of its data's lifetime"},
    {finding_kind::stale_host_read, "stale-host-read",
     "A host read of memory before the view on it was synchronized"},
    {finding_kind::overlapping_views, "overlapping-views",
     "Two top-level views on the same host memory"},
    {finding_kind::tile_static_limit, "tile-static-limit",
     "A kernel that exceeds the limit of tile_static memory"}};

enum class access_kind : std::uint8_t { read, write, atomic };

/// Values of event::what. A return from the kernel has no location in the source.
inline constexpr char what_returned[] = "return from the kernel";
inline constexpr char what_waits[] = "wait at a barrier";
inline constexpr char what_spins[] = "spin";

/// `read`, `write`, `atomic`.
const char* to_string(access_kind kind);

/// Returns the text of event::what in reports for people: `atomic access` for `atomic`.
std::string to_label(const std::string& what);

/// Returns the label of an event: `write by thread local (0) tile (2) global (8)`.
std::string label_of(const event& e);

/// Lists the threads of an event, which must have some: `local (0), (1), (2), …`.
std::string threads_of(const event& e);

/// Returns the notes of a finding, including those derived from its other members.
std::vector<std::string> notes_of(const finding& found);

}  // namespace milliamp::detail::report
