#include "check/unwritten_reads.h"

namespace milliamp::detail {

void unwritten_reads::settle(access_kind kind, thread_id thread, std::uintptr_t address,
                             std::size_t size, access_log& log) {
  for (const held_read& read : held_) {
    const bool is_overwritten = kind == access_kind::write && thread == read.reader.thread &&
                                address <= read.place.address &&
                                read.place.address + read.size <= address + size;
    if (is_overwritten && is_of_bit_field(read)) continue;
    log.add_uninitialized_read(read.reader, read.place);
  }
  held_.clear();
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
