/// @file
/// Detects reads of memory that has not been written.
///
/// A read of tile_static memory is held until the next access shows its purpose. A store to a
/// bit-field reads the other bits of its bytes before it writes them, and compilers emit a callback
/// for both: when the next access of the thread writes the same bytes, and they hold a bit-field,
/// the read belongs to the store and is dropped. Any other access confirms it. (Optimized code may
/// read a bit-field's value and store to its neighbor in one step: whether the value mattered is
/// then unknown, and nothing is reported.) Padding between members is never reported, nor is what
/// lies after the shorter members of a union: copies of objects read it, too.
///
/// Elements of views and arrays have no bit-fields. If a read covers several words and only some of
/// them have been written, as in a copy of a whole object, debug information distinguishes its
/// members from padding.
#pragma once

#include "check/checked_thread.h"
#include "race/access_log.h"
#include "race/slow_path.h"
#include "symbolize/type_layout.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::check {

class uninitialized_reads {
 public:
  uninitialized_reads(checked_thread& thread, race::slow_path& slow)
      : thread_(thread), slow_(slow) {}

  /// The running thread reads unwritten bytes of tile_static memory.
  void on_tile_static_read(const race::thread_access& reader, const race::accessed_memory& memory,
                           std::size_t size);
  /// An access to global memory.
  void on_global_access(std::uintptr_t address, std::size_t size, race::operation op,
                        const void* return_address);

  /// Settles held reads at the next access. Confirmed reads go to the log.
  void settle(std::uintptr_t address, std::size_t size, race::operation op);
  /// Confirms all held reads, for example when no access follows in the tile.
  void confirm() {
    if (!held_.empty()) [[unlikely]]
      confirm_held();
  }

 private:
  struct held_read {
    race::thread_access reader;
    race::accessed_memory memory;
    std::size_t size;
  };

  void confirm_held();
  std::optional<std::uintptr_t> find_unwritten(const word_set& words, std::uintptr_t address,
                                               std::size_t size, race::operation op);
  bool holds_scalar(std::uintptr_t address);
  const symbolize::type_layout& layout_of(const symbolize::tile_static_location& location);

  checked_thread& thread_;
  race::slow_path& slow_;
  std::vector<held_read> held_;
  /// The layouts of variables, each read from debug information once.
  struct known_layout {
    std::shared_ptr<const symbolize::tile_module> module;  ///< keeps the variable
    symbolize::type_layout layout;
  };
  std::unordered_map<const symbolize::tile_variable*, known_layout> layouts_;
};

}  // namespace milliamp::detail::check
