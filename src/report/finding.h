/// @file
/// What findings are made of, beyond what users see of them (milliamp/finding.h).
#pragma once

#include <milliamp/finding.h>

#include <cstdint>

namespace milliamp::detail {

enum class access_kind : std::uint8_t { read, write, atomic };

/// `read`, `write`, `atomic`.
const char* to_string(access_kind kind);

/// Whether two findings are one thing at the same places, so that the second only counts.
bool is_same(const finding& a, const finding& b);

/// Adds a finding to a list, or to the count of the one that is there already. Returns whether it
/// is new.
bool fold_into(std::vector<finding>& findings, finding found);

}  // namespace milliamp::detail
