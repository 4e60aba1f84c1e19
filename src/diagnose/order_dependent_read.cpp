#include "diagnose/order_dependent_read.h"

namespace milliamp::detail::diagnose {

finding diagnose(const order_dependent_read_fact& fact) {
  finding found;
  found.kind = finding_kind::order_dependent_read;
  found.count = fact.count;
  found.events = {event_of(fact.change), event_of(fact.read)};
  describe_memory(fact.memory, fact.kernel, found);
  add_near_locations(found, {fact.change.call.return_address, fact.read.call.return_address});
  const bool is_tiled = !fact.read.thread.tile.empty();
  found.summary = "read of " + found.element + ", which " +
                  (fact.is_within_tile ? "another thread of the tile"
                   : is_tiled          ? "a thread of another tile"
                                       : "another thread") +
                  " changes by an unordered atomic operation: the value depends on the order in "
                  "which the threads run";
  found.advice =
      fact.is_within_tile
          ? "put tile_barrier::wait() between the atomic operation and the read, or use the value "
            "that the atomic operation returns"
          : std::string(
                "read it in a later launch, or use the value that the atomic operation returns: ") +
                (is_tiled ? "threads of different tiles" : "threads of an untiled launch") +
                " are ordered only by the end of the launch";
  return found;
}

}  // namespace milliamp::detail::diagnose
