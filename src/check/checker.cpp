#include "check/checker.h"

#include "base/program.h"
#include "base/scoped_ignore.h"
#include "check/tile_static_limit.h"

namespace milliamp::detail::check {

// --- Events from the engine ----------------------------------------------------------------------

void checker::on_launch_begin(checked_launch& launch, const engine::thread_stacks& stacks) {
  reserve_.prepare();
  slow_.clear(race::slow_path::no_memory);
  is_instrumented_ = base::program_is_checked();
  thread_.launch = &launch;
  thread_.kernel = launch.kernel_memory();
  thread_.stacks = stacks.of_threads;
  thread_.fibers = stacks.fibers;
  if (races_.on_launch_begin(launch.races(), launch.tile_modules())) {
    can_exceed_limit_ = races_.arena().size() > tile_static_limit;
  }
  progress_.on_launch_begin();
  only_read_.on_launch_begin(launch.guarded());
  bounds_.on_launch_begin();
  strays_.on_launch_begin();
  foreign_.on_launch_begin();
  on_thread_switch(0);
}

void checker::on_launch_end() {
  progress_.on_launch_end();
  move_findings();
  thread_.launch->take(tile_static_use_);
}

/// Moves what the detectors have found to the launch.
void checker::move_findings() {
  races_.on_launch_end();
  strays_.on_launch_end();
  foreign_.on_launch_end();
  red_zones_.on_launch_end();
  thread_.launch->take(races_.log());
}

void checker::on_points_begin(const counter& point, engine::thread_terminator& terminator) {
  thread_.terminator = &terminator;
  races_.set_point(&point);
  progress_.set_point(&point);
  awaits_turn_ = is_instrumented_;
  on_thread_begin();
  activate();
}

void checker::on_points_end() {
  undo_.restore();
  end_part();
  deactivate();
  races_.set_point(nullptr);
  progress_.set_point(nullptr);
}

void checker::on_point_group_begin(const counter& point, thread_number points,
                                   engine::thread_terminator& terminator,
                                   engine::step_callback* callback) {
  thread_.terminator = &terminator;
  set_step_callback(callback);
  races_.set_point(&point);
  races_.calls().reserve(points);
  activate();
}

void checker::on_point_group_end() {
  undo_.restore();
  set_step_callback(nullptr);
  deactivate();
  races_.set_point(nullptr);
}

/// @param callback null: no steps are announced
void checker::set_step_callback(engine::step_callback* callback) {
  step_callback_ = callback;
  slow_.assign(race::slow_path::steps, callback != nullptr && callback->counts_accesses());
}

void checker::on_tile_begin(std::uint64_t number, engine::thread_terminator& terminator,
                            engine::step_callback* callback) {
  thread_.terminator = &terminator;
  set_step_callback(callback);
  awaits_turn_ = is_instrumented_;
  races_.on_tile_begin(number, callback != nullptr);
  bounds_.on_tile_begin();
  activate();
}

void checker::on_tile_end() {
  undo_.restore();
  set_step_callback(nullptr);
  uninitialized_.confirm();
  end_part();
  races_.on_tile_end();
  if (can_exceed_limit_) tile_static_use_.record_tile(races_.arena(), races_.tile_memory());
  deactivate();
}

/// Waits for the part's turn before its first atomic operation on global memory.
void checker::await_turn(std::uintptr_t address) {
  if (races_.is_tile_static(address)) return;
  awaits_turn_ = false;
  const base::scoped_ignore ignore;
  thread_.launch->races().record_atomic();
  progress_.rest();
  thread_.launch->sequence().await(first_part_);
  progress_.resume();
}

void checker::end_part() {
  if (awaits_turn_) thread_.launch->races().record_part_without_atomic();
  awaits_turn_ = false;
}

void checker::on_crash(const finding& crash) {
  if (base::this_thread.kernel_checker() == nullptr) return;
  uninitialized_.confirm();
  races_.log().end_tile();
  move_findings();
  thread_.launch->report(&crash);
}

bool checker::on_memory_shortage() noexcept {
  if (!reserve_.release()) return false;
  thread_.launch->record_memory_shortage();
  slow_.set(race::slow_path::no_memory);
  return true;
}

// --- Accesses ------------------------------------------------------------------------------------

void checker::access_slowly(std::uintptr_t address, std::size_t size, race::operation op,
                            const void* return_address) {
  if (slow_.has(race::slow_path::no_memory)) [[unlikely]]
    end_thread();
  if (slow_.has(race::slow_path::steps)) [[unlikely]]
    before_access(address, size, op);
  if (slow_.has(race::slow_path::look_back)) [[unlikely]]
    look_back(address, size, op);
  access_memory(address, size, op, return_address);
}

/// Other threads may run. The last access is settled before, and what follows a reported index
/// stays together.
void checker::before_access(std::uintptr_t address, std::size_t size, race::operation op) {
  if (!race::is_plain(op) || slow_.has(race::slow_path::overrun) || thread_.owns(address)) return;
  if (slow_.has(race::slow_path::look_back)) look_back(address, size, op);
  step_callback_->before_step(engine::step::access);
}

/// Settles the previous access, whose effect is now in memory. The present access shows its
/// purpose.
void checker::look_back(std::uintptr_t address, std::size_t size, race::operation op) {
  slow_.clear(race::slow_path::look_back);
  undo_.restore();
  races_.compare_written_values();
  uninitialized_.settle(address, size, op);
}

void checker::access_memory(std::uintptr_t address, std::size_t size, race::operation op,
                            const void* return_address) {
  progress_.on_access(address, op, return_address);
  if (bounds_.on_access(address, size, op, return_address) || thread_.owns(address)) return;
  if (races_.is_tile_static(address)) {
    if (foreign_.on_access(address, size, op, return_address)) return;
    size = red_zones_.on_access(address, size, op, return_address);
    if (size == 0) return;
    if (slow_.has(race::slow_path::watched))
      thread_.watched_by->on_access({address, size, op, return_address, true});
    races_.access_tile_static(address, size, op, races_.call_site_of(return_address));
    return;
  }
  if (strays_.on_access(address, size, op, return_address)) return;
  if (thread_.is_private(address)) return;
  if (slow_.has(race::slow_path::watched))
    thread_.watched_by->on_access({address, size, op, return_address, false});
  uninitialized_.on_global_access(address, size, op, return_address);
  races_.access_global(address, size, op, return_address, use_of_page(address));
}

/// Records the accesses if they are to elements of an array or a view. These are in memory of their
/// own, so what access_memory() looks for besides races concerns whole pages. (If an error ends one
/// of the threads, the accesses that it would have made after that are recorded all the same.)
bool checker::access_row(const void* first, std::ptrdiff_t stride, std::size_t count,
                         std::size_t size, race::operation op, const void* return_address) {
  constexpr std::ptrdiff_t longest_stride = race::page::size / 2;
  if (!slow_.empty() || count == 0 || stride < static_cast<std::ptrdiff_t>(size) ||
      stride > longest_stride) {
    return false;
  }
  const race::element_row row{reinterpret_cast<std::uintptr_t>(first),
                              static_cast<std::size_t>(stride), size, count,
                              races_.current_thread()};
  const guarded_range* const guarded = thread_.launch->guarded().find(row.begin);
  if (!row.is_aligned() || guarded == nullptr ||
      !guarded->elements.contains({row.begin, row.end() - row.begin})) {
    return false;
  }
  if (guarded->is_only_read && op == race::operation::read) return true;
  // A thread may read an unwritten element before it writes it.
  const bool may_record = race::for_each_page_of(row, [&](const race::element_row& part) {
    const race::page_use use = use_of_page(part.begin);
    return use.opens_short_path && use.written == nullptr;
  });
  if (may_record) races_.access_own_elements(row, op, return_address);
  return may_record;
}

/// Whether the values are elements that are only read.
bool checker::only_reads_values(std::uintptr_t first, std::ptrdiff_t stride, std::size_t count,
                                std::size_t size) const {
  constexpr std::ptrdiff_t most = 1 << 20;  // so that the product does not overflow
  if (!may_skip_reads() || count == 0 || count > most || stride > most || stride < 0) return false;
  return only_read_.contain({first, static_cast<std::size_t>(stride) * (count - 1) + size});
}

race::page_use checker::use_of_page(std::uintptr_t address) const {
  if (thread_.may_share_page(address) || bounds_.may_share_page(address)) return {};
  return thread_.launch->unwritten().use_of_page(race::page::number(address));
}

bool checker::is_excluded(std::uintptr_t address, const race::thread_access& access) const {
  return bounds_.was_overrun(address, access) || strays_.is_beside_elements(address);
}

void checker::on_race(std::uintptr_t address, const race::thread_access& earlier,
                      const race::access_log::fault_key& race) {
  if (thread_.watched_by != nullptr) thread_.watched_by->on_race(address, earlier);
  thread_.launch->announce_race(races_.log(), race);
}

void checker::on_allocation(std::uintptr_t address, std::size_t size) {
  const base::scoped_ignore ignore;
  races_.on_allocation(address, size);
}

}  // namespace milliamp::detail::check
