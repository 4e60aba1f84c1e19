/// @file
/// Undoes accesses out of bounds, so that they have no effect, as on a device.
///
/// The callback of an access comes before it and cannot redirect it. The bytes are saved there, and
/// restored at the next access that any thread of the worker makes, or at the next barrier.
#pragma once

#include "race/access.h"
#include "race/slow_path.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::check {

class access_undo {
 public:
  explicit access_undo(race::slow_path& slow) : slow_(slow) {}

  /// The running thread is about to access mapped memory out of bounds.
  /// @param is_private no other worker accesses the memory: a read finds zeros there
  void prepare(std::uintptr_t address, std::size_t size, race::operation op, bool is_private);
  /// Restores what the last such access has changed. Another worker's write since then is lost.
  void restore();
  /// The last such access has faulted, and changed nothing.
  void forget() { changed_ = nullptr; }

 private:
  race::slow_path& slow_;
  std::byte* changed_ = nullptr;  ///< null: nothing to restore
  std::vector<std::byte> saved_;
};

}  // namespace milliamp::detail::check
