/// @file
/// A finding: something that is wrong with the program, as the reports write it.
#pragma once

#include "engine/thread_position.h"
#include "report/symbols.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace milliamp::detail {

enum class finding_kind : std::uint8_t { race, barrier_divergence };

/// `race`, as machines read it.
const char* to_string(finding_kind kind);

enum class access_kind : std::uint8_t { read, write, atomic };

/// `read`, `write`, `atomic`.
const char* to_string(access_kind kind);

/// Something that a thread did, or where it was: one line of the source.
struct event {
  std::string what;  ///< `write of 4 bytes`, `waits at this barrier`
  std::vector<source_frame> frames;  ///< the user's frame first, then its callers
  std::vector<thread_position> threads;
  std::size_t thread_count = 0;  ///< of which `threads` holds the first few

  bool operator==(const event&) const = default;
};

/// One finding, with all instances of it folded into the first.
struct finding {
  finding_kind kind;
  std::string summary;   ///< one line: what is wrong with what
  std::string variable;  ///< `tile_static float tileValues`; empty when no variable is at fault
  std::string element;   ///< the part of it: `tileValues[1][0]`
  std::optional<source_frame> declaration;  ///< where the variable is declared
  std::vector<event> events;                ///< for a race: the two accesses
  std::string advice;                       ///< one sentence on the usual repair
  std::uint64_t count = 1;                  ///< how often it arose
};

}  // namespace milliamp::detail
