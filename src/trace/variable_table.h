/// @file
/// The variables whose accesses a recording has: the tile_static variables of a kernel, and the
/// memory that it has captured.
#pragma once

#include "check/checked_thread.h"
#include "symbolize/captures.h"
#include "symbolize/tile_variables.h"
#include "trace/place_table.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace milliamp::detail::trace {

/// A variable in the memory of one worker.
struct traced_variable {
  base::memory_range memory;
  symbolize::tile_static_location tile_static;          ///< its variable is null for a capture
  const symbolize::captured_memory* capture = nullptr;  ///< null for a tile_static variable
};

/// A byte of a traced variable.
struct traced_byte {
  std::size_t variable;
  std::size_t offset;

  bool operator==(const traced_byte&) const = default;
};

/// The name of a kind of scalars in recordings: see value_text().
const char* name_of(symbolize::scalar_kind kind);

class variable_table {
 public:
  /// Begins with the tile_static variables that the kernel declares.
  /// @param captures the captures of the kernel, whose accesses are recorded
  void begin(const check::checked_thread& thread,
             const std::vector<symbolize::captured_memory>& captures);

  /// The variable at an address; nothing for other memory.
  std::optional<traced_byte> find(const check::checked_thread& thread, std::uintptr_t address,
                                  bool is_tile_static);

  const std::vector<traced_variable>& all() const { return all_; }

 private:
  std::vector<traced_variable> all_;
  std::size_t last_ = 0;  ///< the variable that was found last
};

/// The description of a variable in a recording.
nlohmann::ordered_json describe(const traced_variable& variable, place_table& places);

}  // namespace milliamp::detail::trace
