/// @file
/// The parts of findings that are internal to the library, and their texts. The public part is
/// milliamp/finding.h.
#pragma once

#include <milliamp/finding.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace milliamp::detail::report {

/// A kind of finding, in the order of the enumeration.
struct kind_description {
  finding_kind kind;
  const char* name;
  const char* text;  ///< a sentence without a full stop
  const char* help;  ///< the meaning and the usual repair, in one sentence
};
inline constexpr kind_description finding_kinds[] = {
#define MILLIAMP_FINDING_KIND(enumerator, id, description, help) \
  {finding_kind::enumerator, id, description, help},
#include <milliamp/detail/finding_kinds.def>
};

/// The kind with a name such as `race`; nothing if there is none.
std::optional<finding_kind> kind_named(std::string_view name);

/// An atomic_load is an atomic operation that leaves the value as it is, such as a compare-exchange
/// that fails. Reports show both as `atomic`.
enum class access_kind : std::uint8_t { read, write, atomic, atomic_load };

/// Values of event::what. A return from the kernel has no location in the source.
inline constexpr char what_accesses[] = "access";  ///< by an index
inline constexpr char what_returned[] = "return from the kernel";
inline constexpr char what_waits[] = "wait at a barrier";
inline constexpr char what_spins[] = "spin";
inline constexpr char what_runs[] = "run";
inline constexpr char what_launches[] = "launch";

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
