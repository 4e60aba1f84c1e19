#include "check/checker.h"

#include "base/modules.h"
#include "base/program.h"
#include "base/scoped_ignore.h"
#include "check/scratch_memory.h"
#include "check/tile_static_limit.h"
#include "symbolize/symbols.h"

#include <algorithm>
#include <utility>

namespace milliamp::detail::check {

checker::checker() : tile_shadow_(*this) {}

// --- What the engine tells -----------------------------------------------------------------------

void checker::begin_launch(launch_context& launch, const fiber::stack_pool* stacks) {
  is_watching_ = base::program_is_checked();
  launch_ = &launch;
  stacks_ = stacks;
  tile_shift_ = launch.tile_shift();
  kernel_ = {reinterpret_cast<std::uintptr_t>(launch.kernel_function()), launch.kernel_size()};
  regions_.fill({});
  sites_.clear();
  calls_.reserve(launch.threads_in_tile());
  if (arena_.refresh()) {
    tile_shadow_.set_regions(arena_);
    can_exceed_limit_ = arena_.size() > tile_static_limit;
  }
  keeps_exact_history_ = launch.is_tiled() && base::is_called_by_program("fence_in_tile");
  if (keeps_exact_history_) tile_shadow_.block_short_way();
  must_see_all_ = keeps_exact_history_ || launch.unwritten().is_any();
  launch.turns().join(in_flight_store_);
}

void checker::end_launch() {
  end_write();
  launch_->turns().leave(in_flight_store_);
  launch_->take(log_);
  launch_->take(tile_static_use_);
}

void checker::report_before_end() {
  uninitialized_reads_.confirm(log_);
  launch_->take(log_);
  launch_->report();
}

void checker::begin_tile(std::uint64_t number) {
  tile_base_ = static_cast<race::thread_id>(number << tile_shift_);
  arena_.poison();
  tile_shadow_.begin_tile();
  global_round_ = 1;
  global_epoch_begin_ = 1;
  last_barrier_ = nullptr;
  past_overruns_.clear();
  if (keeps_exact_history_) {
    clocks_.begin(static_cast<thread_number>(launch_->threads_in_tile()));
    for (race::exact_history& h : histories_) h.begin_epoch();
  }
  if (is_watching_) base::this_thread.checker = this;
}

void checker::end_tile() {
  if (must_look_back_) compare_written_values();
  end_write();
  for (race::written_values& v : values_) v.forget();
  uninitialized_reads_.confirm(log_);
  log_.end_tile();
  if (can_exceed_limit_) tile_static_use_.record_tile(arena_, tile_shadow_);
  base::this_thread.checker = nullptr;
  spinning_.rest();
}

void checker::end_round(fence kind, const void* barrier) {
  last_barrier_ = barrier;
  if (must_look_back_) compare_written_values();
  end_write();
  tile_shadow_.end_round(kind);
  ++global_round_;
  if (kind != fence::tile_static) global_epoch_begin_ = global_round_;
  if (keeps_exact_history_) clocks_.pass_barrier(kind);
  for (const race::memory_kind k : {race::memory_kind::global, race::memory_kind::tile_static}) {
    if (!covers(kind, k)) continue;
    values_of(k).forget();
    if (keeps_exact_history_) histories_[static_cast<std::size_t>(k)].begin_epoch();
  }
}

// --- Accesses ------------------------------------------------------------------------------------

void checker::access_range(const void* address, std::size_t size, race::operation op,
                           const void* return_address) {
  access_elsewhere(reinterpret_cast<std::uintptr_t>(address), size, op, return_address);
}

void checker::on_allocation(std::uintptr_t address, std::size_t size) {
  const base::scoped_ignore own;
  compare_written_values();
  end_write();
  values_of(race::memory_kind::global).forget_within(address, size);
  launch_->values().forget_within(address, size);
  launch_->memory().forget(address, address + size);
  if (!keeps_exact_history_) return;
  for (std::uintptr_t word = address & ~std::uintptr_t{3}; word < address + size; word += 4) {
    histories_[static_cast<std::size_t>(race::memory_kind::global)].forget(word);
  }
}

namespace {

/// Calls function(word, bytes) for the words of a piece of memory; a bit stands for each byte.
template <class Function>
MILLIAMP_ALWAYS_INLINE void for_each_word(std::uintptr_t address, std::size_t size,
                                          Function function) {
  const std::uintptr_t end = address + size;
  while (address < end) {
    const std::uintptr_t word = address & ~std::uintptr_t{3};
    const std::uintptr_t stop = std::min(word + 4, end);
    function(word, ((1u << (stop - word)) - 1) & ~((1u << (address - word)) - 1));
    address = stop;
  }
}

}  // namespace

inline race::global_word checker::global_word_of(std::uintptr_t word) {
  race::global_word known = cached_word(word);
  if (known.region == nullptr) [[unlikely]] {
    const base::scoped_ignore own;
    const std::uintptr_t number = word >> race::shadow_region::bits;
    known.region = &launch_->memory().region(number);
    regions_[number % cached_regions] = {number, known.region};
  }
  return known;
}

MILLIAMP_ALWAYS_INLINE void checker::access_global_word(std::uintptr_t word, race::operation op,
                                                        std::uint32_t site, std::uint64_t bytes) {
  race::accessor who = current_accessor();
  if (keeps_exact_history_ && !is_private(word)) {
    access_exactly(race::memory_kind::global, word, op, site, bytes);
    who.epoch_begin = global_round_ + 1;  // leaves other tiles alone to the shadow memory
  }
  const race::global_key key = race::global_key::make(kind_of(op), global_round_, site, bytes);
  const race::global_word at = global_word_of(word);
  if (race::global_shadow::is_covered(at, key, who) || is_private(word)) return;
  if (!race::global_shadow::record_first(at, key, who)) record_global(at, word, key, who);
}

/// Whether an access is but one more read of a word of global memory, of which its shadow memory
/// says all: most accesses that the short way cannot treat are. What it takes is the time to
/// load the shadow memory, so that of the next words is fetched as well.
inline bool checker::is_known_global_read(std::uintptr_t address, std::size_t size,
                                          race::operation op, const void* return_address) const {
  const bool is_plain = op == race::operation::read && size == 4 && address % 4 == 0;
  if (!is_plain || must_see_all_ || overrun_.frame != 0 || spinning_.is_suspected()) return false;
  const std::uintptr_t site_key = race::call_site_key(return_address, calls_.call_stack_id());
  const race::call_site_cache::entry& site = sites_.entry_of(site_key);
  const race::global_word at = cached_word(address);
  if (site.key != site_key || at.region == nullptr) return false;
  __builtin_prefetch(&at.region->first(at.number) + 4);
  const race::global_key key =
      race::global_key::make(report::access_kind::read, global_round_, site.number, 15);
  return race::global_shadow::is_covered(at, key, current_accessor());
}

/// An access that the short way cannot treat.
void checker::access_elsewhere(std::uintptr_t address, std::size_t size, race::operation op,
                               const void* return_address) {
  if (must_look_back_) [[unlikely]]
    look_back(address, size, op);
  end_write();
  if (is_known_global_read(address, size, op, return_address)) return;
  access_anywhere(address, size, op, return_address);
}

void checker::access_anywhere(std::uintptr_t address, std::size_t size, race::operation op,
                              const void* return_address) {
  if (spinning_.is_suspected()) stop_if_spinning(address, return_address);
  bool is_known = false;
  if (overrun_.frame != 0) [[unlikely]] {
    stop_overrun(address, op);
    is_known = is_overrun(address, return_address);
  }
  if (address - system_thread_ < system_thread_size || system_thread_ - address < size) [[unlikely]]
    return stop_behind_variables(address, op, return_address);
  if (is_known || kernel_.contains(address) || thread_stacks_[thread_].contains(address)) return;
  const std::uint32_t site = call_site_of(return_address);
  const bool is_tile_static = tile_shadow_.contains(address);
  if (is_tile_static && !keeps_exact_history_) {
    tile_shadow_.access_range(address, size, op, site, thread_);
    if (!overrun_.access.empty()) tile_shadow_.block_short_way();
    return;
  }
  if (is_tile_static) {
    for_each_word(address, size, [&](std::uintptr_t word, std::uint64_t bytes) {
      tile_shadow_.record_contents(word, op, site, bytes);
      access_exactly(race::memory_kind::tile_static, word, op, site, bytes);
    });
    return;
  }
  if (launch_->unwritten().is_any()) record_global_contents(address, size, op, site);
  if (writes(op)) in_flight_store_.begin(address, size);
  bool must_repeat = false;
  do {
    for_each_word(address, size, [&](std::uintptr_t word, std::uint64_t bytes) {
      access_global_word(word, op, site, bytes);
    });
    // While it waited for its turn, others may have come to race in words that it has looked at.
    must_repeat = has_turn_ && size > 1 && !must_repeat;
  } while (must_repeat);
}

/// What the access says of whether the memory has been written.
void checker::record_global_contents(std::uintptr_t address, std::size_t size, race::operation op,
                                     std::uint32_t site) {
  word_set* const words = launch_->unwritten().find(address);
  if (words == nullptr) return;
  if (needs_value(op) && words->is_unwritten(address, size)) {
    const base::scoped_ignore own;
    log_.add_uninitialized_read({{kind_of(op), site}, current_thread()},
                                {address, {}, false, false, nullptr});
  }
  if (writes(op)) words->record_write(address, size);
}

void checker::record_global(const race::global_word& at, std::uintptr_t word, race::global_key key,
                            const race::accessor& who) {
  const base::scoped_ignore own;
  conflicts_.clear();
  race::shared_values& values = launch_->values();
  const bool is_watched = launch_->memory().record(at, key, who, conflicts_, values, word);
  for (const race::global_shadow::conflict& c : conflicts_) {
    const unsigned common = c.earlier.bytes() & key.bytes();
    const std::uintptr_t byte = word + static_cast<unsigned>(__builtin_ctz(common));
    const bool one_tile = launch_->is_one_tile(c.thread, who.thread);
    const bool do_writes_race = race::are_writes(c.earlier.kind(), key.kind());
    const race::access_log::fault_key race = log_.add_race(
        {{c.earlier.kind(), c.earlier.site()}, c.thread}, {{key.kind(), key.site()}, who.thread},
        {byte, {}, false, one_tile && c.earlier.round() != key.round(), last_barrier_},
        do_writes_race);
    if (!do_writes_race) continue;
    if (values.knows(word)) {
      look_at_shared_word(word, common);
      if (!values.record_race(word, race)) log_.deny_same_value(race);
    } else if (one_tile) {
      values_of(race::memory_kind::global).record_race(word, common, race, c.is_last);
    } else {
      log_.deny_same_value(race);
    }
  }
  if (!is_watched || key.kind() != report::access_kind::write) return;
  if (values.knows(word)) look_at_shared_word(word, key.bytes());
  record_watched_write(race::memory_kind::global, word);
}

/// Whether the address is on a stack of some thread of a tile. Its threads may pass such addresses
/// on, and the stack is used again by the next tile; either way, it is no memory that C++ AMP lets
/// threads share. Nor is what stands for elements that are not there.
bool checker::is_private(std::uintptr_t address) const {
  const bool is_on_stack =
      stacks_ != nullptr &&
      stacks_->find(reinterpret_cast<const void*>(address)) != fiber::stack_pool::none;
  return is_on_stack || is_out_of_bounds_scratch(address);
}

/// An access in a program with fences, to memory that other threads of the tile may share.
void checker::access_exactly(race::memory_kind kind, std::uintptr_t word, race::operation op,
                             std::uint32_t site, std::uint64_t bytes) {
  const base::scoped_ignore own;
  const bool is_atomic = kind_of(op) == report::access_kind::atomic;
  const race::vector_clocks::operation_order order = clocks_.pass_operation(
      thread_, kind, word, reads(op), is_atomic && writes(op), op == race::operation::write);
  const race::site_bytes access{kind_of(op), site, static_cast<std::uint32_t>(bytes)};
  exact_conflicts_.clear();
  histories_[static_cast<std::size_t>(kind)].record(word, access, thread_, kind, order,
                                                    clocks_.time(thread_, kind), global_round_,
                                                    exact_conflicts_);
  race::written_values& values = values_of(kind);
  for (const race::exact_history::conflict& c : exact_conflicts_) {
    const unsigned common = c.earlier.bytes & access.bytes;
    const std::uintptr_t byte = word + static_cast<unsigned>(__builtin_ctz(common));
    const bool is_tile_static = kind == race::memory_kind::tile_static;
    const bool do_writes_race = race::are_writes(c.earlier.kind, access.kind);
    const race::thread_access first{{c.earlier.kind, c.earlier.site}, tile_base_ + c.thread};
    if (was_overrun(byte, first)) continue;
    const race::access_log::fault_key race =
        log_.add_race(first, {{access.kind, site}, tile_base_ + thread_},
                      {byte,
                       is_tile_static ? arena_.find(reinterpret_cast<const void*>(byte))
                                      : symbolize::tile_static_location(),
                       is_tile_static, c.round != global_round_, last_barrier_,
                       clocks_.has_passed_fence(thread_) || clocks_.has_passed_fence(c.thread)},
                      do_writes_race);
    if (do_writes_race) values.record_race(word, common, race, c.is_last);
  }
  if (access.kind == report::access_kind::write && values.is_any())
    record_watched_write(kind, word);
}

// --- What is found -------------------------------------------------------------------------------

void checker::on_tile_race(race::slot earlier, race::slot key, std::uintptr_t word, bool is_last) {
  const base::scoped_ignore own;
  const unsigned common = earlier.bytes() & key.bytes();
  const std::uintptr_t byte = word + static_cast<unsigned>(__builtin_ctz(common));
  const bool do_writes_race = race::are_writes(earlier.kind(), key.kind());
  const race::thread_access first{{earlier.kind(), earlier.site()},
                                  tile_base_ + earlier.other_than(thread_)};
  if (was_overrun(byte, first)) return;
  const race::access_log::fault_key race =
      log_.add_race(first, {{key.kind(), key.site()}, tile_base_ + thread_},
                    {byte, arena_.find(reinterpret_cast<const void*>(byte)), true,
                     earlier.round() != key.round(), last_barrier_},
                    do_writes_race);
  if (do_writes_race)
    values_of(race::memory_kind::tile_static).record_race(word, common, race, is_last);
}

void checker::on_watched_write(std::uintptr_t word) {
  record_watched_write(race::memory_kind::tile_static, word);
}

// --- Values that are written ---------------------------------------------------------------------

/// The write will have been done when the next access is told of, which must not go the short way.
void checker::record_watched_write(race::memory_kind kind, std::uintptr_t word) {
  values_of(kind).record_write(word);
  must_look_back_ = true;
  tile_shadow_.block_short_way();
}

/// What the last access was is known now that its thread, or another, has come to the next.
void checker::look_back(std::uintptr_t address, std::size_t size, race::operation op) {
  must_look_back_ = false;
  compare_written_values();
  if (!uninitialized_reads_.is_any()) return;
  const base::scoped_ignore own;
  uninitialized_reads_.settle(kind_of(op), current_thread(), address, size, log_);
}

void checker::compare_written_values() {
  values_of(race::memory_kind::tile_static).compare(log_, [](std::uintptr_t word, unsigned bytes) {
    return std::optional(race::load_bytes(word, bytes));
  });
  // No other tile writes to these words meanwhile: it would wait, see write_turns.
  values_of(race::memory_kind::global).compare(log_, [](std::uintptr_t word, unsigned bytes) {
    return race::load_bytes_if_any(word, bytes);
  });
}

/// The thread is about to write to a word to which threads of different tiles write.
void checker::look_at_shared_word(std::uintptr_t word, unsigned bytes) {
  take_turn();
  race::shared_values& values = launch_->values();
  if (!values.is_settled(word)) launch_->turns().settle(word, in_flight_store_);
  values.look_at(word, bytes);
}

/// Keeps the turn until the next access, which must not go the short way.
void checker::take_turn() {
  if (has_turn_) return;
  launch_->turns().take(in_flight_store_);
  has_turn_ = true;
  tile_shadow_.block_short_way();
}

void checker::give_turn_back() {
  has_turn_ = false;
  launch_->turns().give_back();
}

void checker::on_uninitialized_read(race::slot key, std::uintptr_t word) {
  const base::scoped_ignore own;
  const std::uintptr_t byte = word + static_cast<unsigned>(__builtin_ctz(key.bytes()));
  const symbolize::tile_static_location place = arena_.find(reinterpret_cast<const void*>(byte));
  // Between tile_static variables may lie others of the thread, and guards of constructors.
  if (place.variable == nullptr) return;
  uninitialized_reads_.hold({{key.kind(), key.site()}, tile_base_ + thread_},
                            {byte, place, true, false, last_barrier_},
                            static_cast<std::size_t>(__builtin_popcount(key.bytes())));
  if (!uninitialized_reads_.is_any()) return;
  must_look_back_ = true;
  tile_shadow_.block_short_way();
}

/// A place that the worker has not met lately: keeps how the current thread came there, for reports
/// of what may be found.
std::uint32_t checker::add_call_site(const void* return_address) {
  const base::scoped_ignore own;
  const std::uint32_t number = race::call_site_number(return_address, calls_.call_stack_id());
  const std::uintptr_t key = race::call_site_key(return_address, calls_.call_stack_id());
  sites_.entry_of(key) = {key, number};
  if (calls_.depth(thread_) != 0) log_.remember_calls(number, calls_of_thread());
  return number;
}

}  // namespace milliamp::detail::check
