#include "check/uninitialized_reads.h"

#include <algorithm>

namespace milliamp::detail::check {

void uninitialized_reads::hold(const race::thread_access& reader, const race::memory_place& place,
                               std::size_t size) {
  if (layout_of_variable(place.tile_static).is_padding(place.tile_static.offset, size)) return;
  held_.push_back({reader, place, size});
}

void uninitialized_reads::settle(report::access_kind kind, race::thread_id thread,
                                 std::uintptr_t address, std::size_t size, race::access_log& log) {
  const auto is_part_of_store = [&](const held_read& read) {
    const symbolize::tile_static_location& place = read.place.tile_static;
    return kind == report::access_kind::write && thread == read.reader.thread &&
           address <= read.place.address && read.place.address + read.size <= address + size &&
           layout_of_variable(place).has_bit_field(place.offset, read.size);
  };
  held_.erase(std::remove_if(held_.begin(), held_.end(), is_part_of_store), held_.end());
  confirm(log);
}

void uninitialized_reads::confirm(race::access_log& log) {
  for (const held_read& read : held_) log.add_uninitialized_read(read.reader, read.place);
  held_.clear();
}

const symbolize::type_layout& uninitialized_reads::layout_of_variable(
    const symbolize::tile_static_location& place) {
  const auto [known, is_new] = layouts_.try_emplace(place.variable);
  if (is_new) known->second = {place.module, symbolize::declaration_of(place).type};
  return known->second.layout;
}

}  // namespace milliamp::detail::check
