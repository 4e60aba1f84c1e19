#include "check/red_zone_accesses.h"

#include "base/scoped_ignore.h"

namespace milliamp::detail::check {

void red_zone_accesses::report(std::uintptr_t address, std::size_t size, race::operation op,
                               const void* return_address) {
  const base::scoped_ignore ignore;
  const engine::tile_arena& arena = thread_.races.arena();
  const symbolize::tile_static_location nearest =
      arena.find_nearest(reinterpret_cast<const void*>(address));
  found_.add(thread_, return_address, reinterpret_cast<std::uintptr_t>(nearest.variable), [&] {
    return diagnose::red_zone_fact{{race::kind_of(op), thread_.call_site(return_address), {}},
                                   address,
                                   nearest,
                                   arena.memory_of(nearest),
                                   0};
  });
  last_ = {thread_.races.current_thread(), address, return_address};
  undo_.prepare(address, size, op, /*is_private=*/true);
}

}  // namespace milliamp::detail::check
