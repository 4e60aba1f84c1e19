#include "race/race_detector.h"

#include "base/scoped_ignore.h"
#include "race/words.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::race {

// --- Events --------------------------------------------------------------------------------------

bool race_detector::on_launch_begin(launch_races& launch,
                                    const symbolize::held_tile_modules& modules) {
  launch_ = &launch;
  accesses_ = &launch.begin_share(*this);
  tile_shift_ = launch.tile_shift();
  is_shared_tile_ = launch.threads_in_tile() > 1;
  reads_.begin_launch();
  cache_.clear();
  call_sites_.clear();
  calls_.reserve(launch.threads_in_tile());
  slow_.clear(slow_path::exact_history);
  slow_.clear(slow_path::look_back);
  if (!arena_.refresh(modules)) return false;
  tile_static_.set_regions(arena_);
  return true;
}

void race_detector::on_launch_end() {
  runs_.end();
  launch_->end_share(*this);
  tile_global_.trim();
}

void race_detector::on_tile_begin(std::uint64_t number, bool is_interruptible) {
  is_interruptible_ = is_interruptible;
  tile_base_ = static_cast<thread_id>(number << launch_->tile_shift());
  arena_.poison();
  const std::size_t histories = is_interruptible ? launch_->threads_in_tile() : 1;
  tile_static_.set_histories(histories);
  tile_global_.set_histories(histories);
  tile_static_.begin_tile();
  tile_global_.begin_tile();
  round_ = 1;
  last_barrier_ = nullptr;
  slow_.clear(slow_path::exact_history);
  exact_.begin_tile();
  if (launch_->begins_exactly()) begin_exact_history();
}

void race_detector::on_tile_end() {
  const base::scoped_ignore ignore;
  if (is_exact() && !exact_.has_fence()) launch_->record_tile_without_fence();
  compare_written_values();
  for (written_values& v : values_) v.forget();
  log_.end_tile();
}

void race_detector::on_round_end(fence kind, const void* barrier) {
  const base::scoped_ignore ignore;
  last_barrier_ = barrier;
  compare_written_values();
  tile_static_.end_round(kind);
  tile_global_.end_round(kind);
  ++round_;
  if (is_exact()) exact_.on_barrier(kind);
  for (const memory_kind k : memory_kinds) {
    if (covers(kind, k)) values_of(k).forget();
  }
}

void race_detector::on_fence(fence kind) {
  const base::scoped_ignore ignore;
  if (!exact_.has_fence()) launch_->record_fence();
  if (!is_exact()) {
    begin_exact_history();
    exact_.import_epoch(memory_kind::global, thread_,
                        tile_global_.is_first_round() && !is_interruptible_);
    exact_.import_epoch(memory_kind::tile_static, thread_,
                        tile_static_.is_first_round() && !is_interruptible_);
  }
  exact_.on_fence(thread_, kind);
}

/// Switches the tile to vector clocks.
void race_detector::begin_exact_history() {
  slow_.set(slow_path::exact_history);
  tile_static_.record_rows();
  exact_.begin(static_cast<thread_number>(launch_->threads_in_tile()));
}

void race_detector::on_allocation(std::uintptr_t address, std::size_t size) {
  compare_written_values();
  const base::memory_range memory(address, size);
  values_of(memory_kind::global).forget_within(memory);
  accesses_->exclude(memory);
  tile_global_.forget_within(memory);
  if (is_exact()) exact_.on_allocation(memory);
}

// --- Accesses ------------------------------------------------------------------------------------

void race_detector::access_tile_static(std::uintptr_t address, std::size_t size, operation op,
                                       std::uint32_t call_site) {
  if (!is_exact()) return tile_static_.access_range(address, size, op, call_site, thread_);
  const std::size_t in_region = tile_static_.size_in_region(address, size);
  for_each_word(address, in_region, [&](std::uintptr_t word, std::uint64_t bytes) {
    tile_static_.record_contents(word, op, call_site, bytes);
    access_exactly(memory_kind::tile_static, word, op, call_site, bytes);
  });
}

bool race_detector::read_tile_static_values(std::uintptr_t first, std::ptrdiff_t stride,
                                            std::size_t count, std::size_t size,
                                            const void* return_address) {
  const bool are_words = first % 4 == 0 && stride % 4 == 0 && size % 4 == 0;
  if (!tile_static_.are_in_short_reach(first, stride, count) || !are_words || !slow_.empty()) {
    return false;
  }
  const slot key = tile_static_.key_of(operation::read, call_site_of(return_address), 15);
  return tile_static_.read_row(first, stride, static_cast<std::uint32_t>(count),
                               static_cast<std::uint32_t>(size / 4), key.with_thread(thread_));
}

void race_detector::access_global(std::uintptr_t address, std::size_t size, operation op,
                                  const void* return_address, page_use use) {
  const base::scoped_ignore ignore;
  const std::uint32_t call_site = call_site_of(return_address);
  const report::access_kind kind = kind_of(op);
  if (is_shared_tile_) {
    for_each_word(address, size, [&](std::uintptr_t word, std::uint64_t bytes) {
      if (is_exact()) {
        access_exactly(memory_kind::global, word, op, call_site, bytes);
      } else {
        tile_global_.access(word, op, call_site, bytes, thread_);
      }
    });
  }
  for (const std::uintptr_t end = address + size; address < end;) {
    const std::uintptr_t page_end = page::begin(page::number(address) + 1);
    const std::size_t part = std::min(end, page_end) - address;
    if (!is_shared_tile_ && is_atomic(kind) && validates_reads_) validate_reads(word_of(address));
    page_record& page = accesses_->page_at(address);
    accesses_->record(kind, call_site, address, part, current_thread());
    use.has_reads_to_validate = page.use.has_reads_to_validate;
    page.use = use;
    if (!is_shared_tile_ && kind == report::access_kind::read) {
      mark_reads(page);
      for_each_word(address, part, [&](std::uintptr_t word, std::uint64_t) {
        reads_.add(word, call_site, current_thread(), thread_);
      });
    }
    if (use.opens_short_path)
      find_record(address, op, call_site_key(return_address, calls_.call_stack_id()));
    address += part;
  }
}

void race_detector::access_own_elements(const element_row& elements, operation op,
                                        const void* return_address) {
  const base::scoped_ignore ignore;
  const std::uint32_t call_site = call_site_of(return_address);
  for_each_page_of(elements, [&](const element_row& part) {
    page_record& page = accesses_->page_at(part.begin);
    accesses_->record(kind_of(op), call_site, part);
    page.use.opens_short_path = true;
    page.use.written = nullptr;
    if (op == operation::read) mark_reads(page);
    return true;
  });
}

/// Lets the slow path see atomic operations on a page, as they may validate its reads.
void race_detector::mark_reads(page_record& page) {
  if (!std::exchange(page.use.has_reads_to_validate, true) && page.has_atomics()) cache_.clear();
}

/// The running thread, which is a tile of its own, is about to perform an atomic operation.
void race_detector::validate_reads(std::uintptr_t word) {
  runs_.end();
  const thread_id thread = current_thread();
  validated_reads& validated = log_.validated();
  reads_.for_each(word, thread, thread_, [&](std::uint32_t call_site) {
    validated.add(call_site, validated_reads::evidence::certain);
  });
  const bool may_have_read = reads_.has_dropped(word, thread, thread_);
  accesses_->page_at(word).for_each([&](const page_access& a) {
    if (a.kind != report::access_kind::read) return;
    if (a.owned != nullptr && a.owned->is_used_by(thread, word)) {
      validated.add(a.call_site, validated_reads::evidence::certain);
    } else if (may_have_read && a.words != nullptr && !a.words[page::offset(word) / 4].empty()) {
      validated.add(a.call_site, validated_reads::evidence::perhaps);
    }
  });
}

void race_detector::provide_cells(std::uintptr_t address) {
  const base::scoped_ignore ignore;
  tile_global_.provide_cells(address);
}

/// Finds the record of a call site's accesses to a page, for the short path.
/// @return null: there is none that may be used
const access_cache::entry* race_detector::find_record(std::uintptr_t address, operation op,
                                                      std::uintptr_t call_site_key) {
  const call_site_cache::entry& call_site = call_sites_.entry_of(call_site_key);
  const page_record* const page = accesses_->known_page_at(address);
  if (call_site.key != call_site_key || page == nullptr || !page->use.allows(op)) return nullptr;
  const page_access* const record = page->find(kind_of(op), call_site.number);
  // After a single access, the pattern is a guess.
  if (record == nullptr ||
      (record->owned != nullptr && record->known == page_access::pattern::one_access)) {
    return nullptr;
  }
  return cache_.add({access_cache::key_of(call_site_key, record->kind), page::number(address),
                     record->owned, record->words, page->use.written, record->call_site,
                     record->bytes});
}

void race_detector::access_exactly(memory_kind kind, std::uintptr_t word, operation op,
                                   std::uint32_t call_site, std::uint64_t bytes) {
  const base::scoped_ignore ignore;
  exact_.import(kind, word, [&](auto import) { for_each_shadow_access(kind, word, import); });
  const word_access access{kind_of(op), call_site, static_cast<std::uint32_t>(bytes)};
  if (is_atomic(access.kind) && validates_reads_) {
    exact_.for_each_read(kind, word, access.bytes, thread_, [&](std::uint32_t read) {
      log_.validated().add(read, validated_reads::evidence::certain);
    });
  }
  written_values& values = values_of(kind);
  for (const exact_history::conflict& c : exact_.record(kind, word, op, access, thread_, round_)) {
    const unsigned common = c.earlier.bytes & access.bytes;
    const std::uintptr_t byte = first_byte(word, common);
    const bool do_writes_race = are_writes(c.earlier.kind, access.kind);
    const thread_access first{{c.earlier.kind, c.earlier.call_site}, tile_base_ + c.thread};
    if (client_.is_excluded(byte, first)) continue;
    accessed_memory memory = accessed(kind, byte, c.round != round_);
    memory.after_fences = exact_.has_passed_fence(thread_) || exact_.has_passed_fence(c.thread);
    const access_log::fault_key race = log_.add_fault(
        first, {{access.kind, call_site}, tile_base_ + thread_}, memory, do_writes_race);
    if (do_writes_race) values.record_race(word, common, race, c.is_last);
    client_.on_race(byte, first, race);
  }
  if (access.kind == report::access_kind::write && !values.empty()) on_watched_write(kind, word);
}

/// Calls f(slot, round) for what shadow memory has recorded of a word in this epoch.
template <class F>
void race_detector::for_each_shadow_access(memory_kind kind, std::uintptr_t word, F f) const {
  const auto for_each = [&](const auto& shadow) {
    // Shadow memory does not number the rounds of each tile from the beginning.
    const std::uint64_t before_tile = shadow.round() - round_;
    shadow.for_each_access(word, [&](slot s) { f(s, s.round() - before_tile); });
  };
  if (kind == memory_kind::tile_static) {
    for_each(tile_static_);
  } else {
    for_each(tile_global_);
  }
}

// --- Events of the tile's shadow memory ----------------------------------------------------------

void race_detector::on_race_within_tile(memory_kind memory, slot earlier, slot key,
                                        std::uintptr_t word, bool is_last) {
  const base::scoped_ignore ignore;
  const unsigned common = earlier.bytes() & key.bytes();
  const std::uintptr_t byte = first_byte(word, common);
  const bool do_writes_race = are_writes(earlier.kind(), key.kind());
  const thread_access first{{earlier.kind(), earlier.call_site()},
                            tile_base_ + earlier.other_than(thread_)};
  if (client_.is_excluded(byte, first)) return;
  const access_log::fault_key race =
      log_.add_fault(first, {{key.kind(), key.call_site()}, tile_base_ + thread_},
                     accessed(memory, byte, earlier.round() != key.round()), do_writes_race);
  if (do_writes_race) values_of(memory).record_race(word, common, race, is_last);
  client_.on_race(byte, first, race);
}

void race_detector::on_validated_read(slot read, validated_reads::evidence e) {
  const base::scoped_ignore ignore;
  log_.validated().add(read.call_site(), e);
}

void race_detector::on_unwritten_read(slot key, std::uintptr_t word) {
  const base::scoped_ignore ignore;
  const accessed_memory memory =
      accessed(memory_kind::tile_static, first_byte(word, key.bytes()), false);
  // Other thread-local variables and guard variables may lie between tile_static variables.
  if (memory.tile_static.variable == nullptr) return;
  client_.on_unwritten_read({{key.kind(), key.call_site()}, tile_base_ + thread_}, memory,
                            static_cast<std::size_t>(__builtin_popcount(key.bytes())));
}

/// The callback precedes the write, so the value is known at the next access.
void race_detector::on_watched_write(memory_kind memory, std::uintptr_t word) {
  const base::scoped_ignore ignore;
  values_of(memory).record_write(word);
  slow_.set(slow_path::look_back);
}

void race_detector::compare_written_values() {
  for (written_values& v : values_) v.compare(log_);
}

/// Gets the number of a call site that is not in the cache, and keeps its call stack for reports.
std::uint32_t race_detector::add_call_site(const void* return_address) {
  const base::scoped_ignore ignore;
  const std::uint32_t number = call_site_number(return_address, calls_.call_stack_id());
  const std::uintptr_t key = call_site_key(return_address, calls_.call_stack_id());
  call_sites_.entry_of(key) = {key, number};
  if (calls_.depth(thread_) != 0) log_.remember_calls(number, calls_.frames(thread_));
  return number;
}

}  // namespace milliamp::detail::race
