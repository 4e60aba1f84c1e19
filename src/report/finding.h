/// @file
/// What findings are made of, beyond what users see of them (milliamp/finding.h).
#pragma once

#include <milliamp/finding.h>

#include <cstdint>
#include <string>
#include <vector>

namespace milliamp::detail::report {

/// Every kind of finding.
inline constexpr finding_kind all_finding_kinds[] = {
#define MILLIAMP_FINDING_KIND(enumerator, id, description, help) finding_kind::enumerator,
#include <milliamp/detail/finding_kinds.h>
};

enum class access_kind : std::uint8_t { read, write, atomic };

/// The event of threads that have returned from the kernel; it has no place in the source.
inline constexpr char what_returned[] = "return from the kernel";
inline constexpr char what_waits[] = "wait at a barrier";
inline constexpr char what_spins[] = "spin";

/// `read`, `write`, `atomic`.
const char* to_string(access_kind kind);

/// What a kind of finding is, in a sentence without its full stop.
const char* description_of(finding_kind kind);

/// What a kind of finding means and the usual repair, in one sentence.
const char* help_of(finding_kind kind);

/// What an event is in a text for people: `atomic access` for `atomic`.
std::string to_label(const std::string& what);

/// What threads did: `write by thread local (0) tile (2) global (8)`.
std::string label_of(const event& e);

/// Which threads an event, which has some, is about: `local (0), (1), (2), …`
std::string threads_of(const event& e);

/// All its notes, with those that its members stand for.
std::vector<std::string> notes_of(const finding& found);

/// A list of coordinates: `(4,1)`.
std::string to_string(const std::vector<std::int32_t>& coordinates);

}  // namespace milliamp::detail::report
