#include "check/unwritten_reads.h"

#include <algorithm>

namespace milliamp::detail {

void unwritten_reads::settle(access_kind kind, thread_id thread, std::uintptr_t address,
                             std::size_t size, access_log& log) {
  const auto is_part_of_store = [&](const held_read& read) {
    return kind == access_kind::write && thread == read.reader.thread &&
           address <= read.place.address && read.place.address + read.size <= address + size &&
           is_of_bit_field(read);
  };
  held_.erase(std::remove_if(held_.begin(), held_.end(), is_part_of_store), held_.end());
  confirm(log);
}

void unwritten_reads::confirm(access_log& log) {
  for (const held_read& read : held_) log.add_uninitialized_read(read.reader, read.place);
  held_.clear();
}

bool unwritten_reads::is_of_bit_field(const held_read& read) {
  const auto [known, is_new] = sites_.try_emplace(read.reader.access.site);
  if (is_new) known->second = is_bit_field(read.place.tile_static, read.size);
  return known->second;
}

}  // namespace milliamp::detail
