#include "check/uninitialized_reads.h"

#include "base/scoped_ignore.h"
#include "race/words.h"

#include <algorithm>

namespace milliamp::detail::check {

void uninitialized_reads::on_tile_static_read(const race::thread_access& reader,
                                              const race::accessed_memory& memory,
                                              std::size_t size) {
  const symbolize::type_layout& layout = layout_of(memory.tile_static);
  const std::size_t offset = memory.tile_static.offset;
  if (layout.is_padding(offset, size) || layout.is_after_shorter_member(offset)) return;
  held_.push_back({reader, memory, size});
  slow_.set(race::slow_path::look_back);
}

void uninitialized_reads::on_global_access(std::uintptr_t address, std::size_t size,
                                           race::operation op, const void* return_address) {
  unwritten_at_launch& memory = thread_.launch->unwritten();
  word_set* const words = memory.find(address);
  if (words == nullptr) return;
  const base::scoped_ignore ignore;
  if (needs_value(op)) {
    if (const auto unwritten = find_unwritten(*words, address, size, op)) {
      thread_.races.log().add_uninitialized_read(
          {{kind_of(op), thread_.races.call_site_of(return_address)},
           thread_.races.current_thread()},
          {.address = *unwritten});
      if (thread_.watched_by != nullptr) thread_.watched_by->on_uninitialized_read(*unwritten);
      if (writes(op)) memory.record_update(*words, address, size);
      return;
    }
  }
  if (writes(op)) words->record_write(address, size);
}

/// Returns the first unwritten byte that an access needs.
std::optional<std::uintptr_t> uninitialized_reads::find_unwritten(const word_set& words,
                                                                  std::uintptr_t address,
                                                                  std::size_t size,
                                                                  race::operation op) {
  if (words.is_unwritten(address, size)) return address;
  // Of several atomic operations, chance decides which is the first: all are faults.
  if (op != race::operation::read && !words.is_recorded(address) &&
      thread_.launch->unwritten().is_updated(address)) {
    return address;
  }
  std::optional<std::uintptr_t> found;
  race::for_each_word(address, size, [&](std::uintptr_t word, unsigned) {
    if (!found && words.contains(word) && words.is_unwritten(word, 4) && holds_scalar(word)) {
      found = word;
    }
  });
  return found;
}

/// Whether a word of global memory is known to hold a scalar, and no padding.
bool uninitialized_reads::holds_scalar(std::uintptr_t address) {
  const auto& captures = thread_.launch->captures();
  const auto* const byte = reinterpret_cast<const void*>(address);
  return std::any_of(captures.begin(), captures.end(),
                     [byte](const auto& memory) { return memory.holds_scalar(byte); });
}

void uninitialized_reads::settle(std::uintptr_t address, std::size_t size, race::operation op) {
  if (held_.empty()) return;
  const base::scoped_ignore ignore;
  const race::thread_id thread = thread_.races.current_thread();
  std::erase_if(held_, [&](const held_read& read) {
    const symbolize::tile_static_location& location = read.memory.tile_static;
    return op == race::operation::write && thread == read.reader.thread &&
           address <= read.memory.address && read.memory.address + read.size <= address + size &&
           layout_of(location).has_bit_field(location.offset, read.size);
  });
  confirm();
}

void uninitialized_reads::confirm_held() {
  const base::scoped_ignore ignore;
  for (const held_read& read : held_) {
    thread_.races.log().add_uninitialized_read(read.reader, read.memory);
    if (thread_.watched_by != nullptr)
      thread_.watched_by->on_uninitialized_read(read.memory.address);
  }
  held_.clear();
}

const symbolize::type_layout& uninitialized_reads::layout_of(
    const symbolize::tile_static_location& location) {
  const auto [known, is_new] = layouts_.try_emplace(location.variable);
  if (is_new) known->second = {location.module, symbolize::declaration_of(location).type};
  return known->second.layout;
}

}  // namespace milliamp::detail::check
