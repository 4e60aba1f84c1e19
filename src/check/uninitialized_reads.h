/// @file
/// Reads of tile_static memory that nobody has written, held back until it is known what they are
/// for.
///
/// A store to a bit-field reads what else is in its bytes before it writes them, and compilers tell
/// of both. So when the next access of the thread is a write of the same bytes, and they are a
/// bit-field's, the read is taken for a part of the store, and forgotten. Anything else confirms
/// it. (Optimised code may read a bit-field's value and store to its neighbour at one go: then it
/// is not known whether the value mattered, and nothing is said.)
///
/// Nor is anything said of gaps between members, which copies of objects read, too.
///
/// What views and arrays hold has no bit-fields, and gaps in it are left out in another way (see
/// word_set).
#pragma once

#include "race/access_log.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace milliamp::detail::check {

class uninitialized_reads {
 public:
  /// The thread that runs has read so many bytes there, which nobody has written.
  void hold(const race::thread_access& reader, const race::memory_place& place, std::size_t size);
  bool is_any() const { return !held_.empty(); }

  /// The next access is this one, to so many bytes. Confirmed reads go to the log.
  void settle(report::access_kind kind, race::thread_id thread, std::uintptr_t address,
              std::size_t size, race::access_log& log);
  /// The tile has no next access.
  void confirm(race::access_log& log);

 private:
  struct held_read {
    race::thread_access reader;
    race::memory_place place;
    std::size_t size;
  };

  const symbolize::type_layout& layout_of_variable(const symbolize::tile_static_location& place);

  std::vector<held_read> held_;
  /// What variables consist of, which debug information is asked for once.
  struct known_layout {
    std::shared_ptr<const symbolize::tile_module> module;  ///< keeps the variable
    symbolize::type_layout layout;
  };
  std::unordered_map<const symbolize::tile_variable*, known_layout> layouts_;
};

}  // namespace milliamp::detail::check
