/// @file
/// The checker of one worker observes the kernel threads that REF runs on it and passes each event
/// to the detectors. The engine reports turns, barriers and fences; instrumented code reports
/// accesses and calls (see src/intercept).
#pragma once

#include "base/thread_state.h"
#include "check/access_undo.h"
#include "check/bounds_detector.h"
#include "check/checked_launch.h"
#include "check/checked_thread.h"
#include "check/foreign_variables.h"
#include "check/memory_reserve.h"
#include "check/only_read_elements.h"
#include "check/progress_detector.h"
#include "check/red_zone_accesses.h"
#include "check/stray_accesses.h"
#include "check/tile_static_use.h"
#include "check/uninitialized_reads.h"
#include "check/watcher.h"
#include "engine/observer.h"
#include "race/race_detector.h"
#include "race/slow_path.h"

#include <milliamp/detail/always_inline.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::check {

class checker final : private race::race_observer {
 public:
  checker() = default;
  /// If a kernel thread ends the process, its worker ends before static objects are destroyed. The
  /// accesses of their destructors are not checked.
  ~checker() {
    if (base::this_thread.checker == this) base::this_thread.checker = nullptr;
  }
  checker(const checker&) = delete;
  checker& operator=(const checker&) = delete;

  /// The checker of the running kernel thread; null on the host and while a scoped_ignore lives.
  static checker* active() { return base::this_thread.checker; }

  // --- Events from the engine, see engine/observer.h ---------------------------------------------

  using launch = checked_launch;

  void on_launch_begin(checked_launch& launch, const engine::thread_stacks& stacks);
  void on_launch_end();
  void on_parts_begin(std::int64_t first) { first_part_ = first; }
  void on_points_begin(const counter& point, engine::thread_terminator& terminator);
  void on_points_end();
  void on_point_group_begin(const counter& point, thread_number points,
                            engine::thread_terminator& terminator, engine::step_callback* callback);
  void on_point_group_end();
  void on_tile_begin(std::uint64_t number, engine::thread_terminator& terminator,
                     engine::step_callback* callback);
  void on_tile_end();
  MILLIAMP_ALWAYS_INLINE void on_thread_switch(thread_number thread) {
    races_.on_thread_switch(thread);
    progress_.on_turn_begin();
  }
  void on_thread_begin() { races_.calls().begin(races_.thread_in_tile()); }
  void on_round_end(fence kind, const void* barrier) {
    undo_.restore();
    races_.on_round_end(kind, barrier);
  }
  void on_thread_end() {}
  void on_arrival(fence, const void*) {}
  void on_fence(fence kind, const void*) {
    if (!is_instrumented_) return;
    thread_.launch->record_fence(kind);
    races_.on_fence(kind);
  }
  std::uintptr_t current_call_stack_id() const { return races_.calls().call_stack_id(); }
  std::vector<const void*> call_stack_of(thread_number thread) const {
    return races_.calls().frames(thread);
  }
  bool is_reported_fault() const { return active() == this && bounds_.may_overrun(); }
  [[noreturn]] void end_thread() { bounds_.end_thread(); }
  void on_crash(const finding& crash);

  // --- Callbacks of instrumented code ------------------------------------------------------------

  /// The running thread is about to perform an atomic operation. Its access follows.
  /// @param depends_on_order whether the program may observe the order of such operations
  /// @param validates_reads see race/validated_reads.h
  void before_atomic(const volatile void* address, bool depends_on_order, bool validates_reads) {
    if (step_callback_ != nullptr) step_callback_->before_step(engine::step::atomic);
    if (awaits_turn_ && (depends_on_order || thread_.launch->has_ordered_parts())) [[unlikely]]
      await_turn(reinterpret_cast<std::uintptr_t>(address));
    races_.set_validates_reads(validates_reads);  // last: other threads may have run
  }
  /// An access of Size bytes, a power of two up to 16. Defined in check/checker_access.h.
  template <unsigned Size, race::operation Op>
  void access(const void* address, const void* return_address);
  /// The running thread is about to read values in a loop. See `__milliamp_read_values`.
  bool read_values(const void* first, std::ptrdiff_t stride, std::size_t count, std::size_t size,
                   const void* return_address) {
    return races_.read_tile_static_values(reinterpret_cast<std::uintptr_t>(first), stride, count,
                                          size, return_address) ||
           only_reads_values(reinterpret_cast<std::uintptr_t>(first), stride, count, size);
  }
  /// Consecutive threads of an untiled launch are about to access an element each, beginning with
  /// the running thread. See `__milliamp_access_row`.
  bool access_row(const void* first, std::ptrdiff_t stride, std::size_t count, std::size_t size,
                  race::operation op, const void* return_address);
  /// An access of any number of bytes.
  void access_range(const void* address, std::size_t size, race::operation op,
                    const void* return_address) {
    access_slowly(reinterpret_cast<std::uintptr_t>(address), size, op, return_address);
  }
  void on_allocation(std::uintptr_t address, std::size_t size);
  /// The running thread is about to free memory.
  void on_free() {
    undo_.restore();
    races_.compare_written_values();
  }
  void on_bad_index(const void* frame, const bad_index& index) {
    bounds_.on_bad_index(frame, index);
    red_zones_.on_bad_index(bounds_);
  }
  /// The running thread is about to perform an atomic operation outside of its variable.
  /// @return whether the operation at this location is the access to be reported, and is undone;
  /// false: it must not be performed
  bool on_outside_access(const void* location, const void* return_address) {
    if (red_zones_.contain(reinterpret_cast<std::uintptr_t>(location))) return true;
    bounds_.on_outside_access(location, return_address);
    return false;
  }
  /// The library needs memory for an event of the running thread, and the system has none. Frees
  /// the reserve. The launch fails; the worker's threads end at their next accesses.
  /// @return false: the reserve is used up
  bool on_memory_shortage() noexcept;
  /// A signal has interrupted the running thread.
  /// @param location the interrupted code, as a return address
  void on_spin_signal(const void* location) { progress_.on_signal(location); }
  MILLIAMP_ALWAYS_INLINE void enter_function(const void* return_address) {
    races_.calls().enter(races_.thread_in_tile(), return_address);
  }
  MILLIAMP_ALWAYS_INLINE void leave_function() { races_.calls().leave(races_.thread_in_tile()); }

  /// The running thread, for findings of other layers.
  const checked_thread& thread() const { return thread_; }

  /// Passes faults to a watcher from now on, and if it wants them, all accesses; null: to none.
  void pass_to(watcher* to, bool wants_accesses) {
    thread_.watched_by = to;
    slow_.assign(race::slow_path::watched, wants_accesses);
  }
  /// The running thread has a finding that is no race.
  void on_finding(finding_kind kind) {
    if (thread_.watched_by != nullptr) thread_.watched_by->on_finding(kind);
  }
  /// The process is about to end in the running part.
  void end_watch() {
    if (thread_.watched_by != nullptr) thread_.watched_by->on_process_end(thread_);
  }
  /// Settles the reads of unwritten memory that wait for the next access, before the running thread
  /// does something else that a watcher sees.
  void settle_reads() { uninitialized_.confirm(); }

 private:
  // The out-of-line paths of access(). Each tail-calls the next one.
  template <unsigned Size, race::operation Op>
  void access_tile_static(std::uintptr_t address, const void* return_address, race::slot key);
  template <unsigned Size>
  void access_changing_words(std::uintptr_t address, race::operation op, const void* return_address,
                             race::slot key);
  template <unsigned Size>
  void access_elsewhere(std::uintptr_t address, race::operation op, const void* return_address);
  template <unsigned Size>
  void access_global(std::uintptr_t address, race::operation op, const void* return_address);
  /// Passes an access to tile_static memory that would take the short path without a watcher to it.
  /// @return false: the access needs the slow path
  template <unsigned Size>
  bool access_watched(std::uintptr_t address, race::operation op, const void* return_address);
  /// Whether reads of what the launch only reads need no record. An exact history needs none
  /// either.
  bool may_skip_reads() const { return slow_.is_empty_without(race::slow_path::exact_history); }
  bool only_reads_values(std::uintptr_t first, std::ptrdiff_t stride, std::size_t count,
                         std::size_t size) const;
  void access_slowly(std::uintptr_t address, std::size_t size, race::operation op,
                     const void* return_address);
  __attribute__((noinline)) void access_memory(std::uintptr_t address, std::size_t size,
                                               race::operation op, const void* return_address);
  race::page_use use_of_page(std::uintptr_t address) const;
  void move_findings();
  void before_access(std::uintptr_t address, std::size_t size, race::operation op);
  void look_back(std::uintptr_t address, std::size_t size, race::operation op);
  void set_step_callback(engine::step_callback* callback);
  void await_turn(std::uintptr_t address);
  void end_part();
  /// Directs the accesses of the calling OS thread to this checker.
  void activate() {
    if (is_instrumented_) base::this_thread.checker = this;
    progress_.resume();
  }
  void deactivate() {
    base::this_thread.checker = nullptr;
    progress_.rest();
  }

  /// Called before a race within a tile is recorded.
  bool is_excluded(std::uintptr_t address, const race::thread_access& access) const override;
  void on_race(std::uintptr_t address, const race::thread_access& earlier,
               const race::access_log::fault_key& race) override;
  void on_unwritten_read(const race::thread_access& reader, const race::accessed_memory& memory,
                         std::size_t size) override {
    uninitialized_.on_tile_static_read(reader, memory, size);
  }

  memory_reserve reserve_;
  race::slow_path slow_;
  race::race_detector races_{*this, slow_};
  checked_thread thread_{races_};
  progress_detector progress_{thread_, slow_};
  access_undo undo_{slow_};
  only_read_elements only_read_;
  bounds_detector bounds_{thread_, progress_, undo_, slow_};
  stray_accesses strays_{thread_, bounds_, undo_};
  foreign_variables foreign_{thread_, undo_};
  red_zone_accesses red_zones_{thread_, undo_};
  uninitialized_reads uninitialized_{thread_, slow_};
  tile_static_use tile_static_use_;
  bool can_exceed_limit_ = false;  ///< the tile_static variables of all modules in total do
  bool is_instrumented_ = false;
  std::int64_t first_part_ = 0;  ///< the first part that the worker has taken
  /// The tile or block of points has performed no atomic operation whose order matters.
  bool awaits_turn_ = false;
  engine::step_callback* step_callback_ = nullptr;
};

}  // namespace milliamp::detail::check
