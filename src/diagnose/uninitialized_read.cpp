#include "diagnose/uninitialized_read.h"

namespace milliamp::detail::diagnose {

finding diagnose(const uninitialized_read_fact& read) {
  finding found;
  found.kind = finding_kind::uninitialized_read;
  found.count = read.count;
  found.events = {event_of(read.read)};
  describe_memory(read.memory, read.kernel, found);
  add_near_locations(found, {read.read.call.return_address});
  if (read.memory.is_tile_static) {
    found.summary = "read of " + found.element + ", which no thread of the tile has written";
    found.advice =
        "tile_static variables are uninitialized at the start of each tile: write them before they "
        "are read, and put tile_barrier::wait() in between when another thread reads";
  } else {
    found.summary = "read of " + found.element +
                    ", which nothing has written since it was created or discarded";
    found.advice =
        "arrays and views without data, or with discarded data, have undefined contents: fill them "
        "by a copy or a kernel before they are read";
  }
  return found;
}

}  // namespace milliamp::detail::diagnose
