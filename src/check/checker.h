/// @file
/// The race detector of one worker: watches the threads that REF runs on it.
///
/// The engine tells it which thread runs and when a round ends; the instrumented code tells it of
/// every access (see entry_points.cpp). It sorts the accesses: tile_static memory, with shadow
/// memory that no other worker knows, so that there is no lock and no shared cache line on the way;
/// a thread's own stack, of which nothing is remembered; and global memory, with shadow memory that
/// the workers of a launch share.
#pragma once

#include "base/memory_range.h"
#include "base/thread_state.h"
#include "check/launch_context.h"
#include "check/overrun.h"
#include "check/spin_watch.h"
#include "check/tile_static_use.h"
#include "check/uninitialized_reads.h"
#include "engine/thread_terminator.h"
#include "engine/tile_arena.h"
#include "fiber/stack_pool.h"
#include "race/access_log.h"
#include "race/call_stacks.h"
#include "race/exact_history.h"
#include "race/global_shadow.h"
#include "race/in_flight_store.h"
#include "race/tile_shadow.h"
#include "race/vector_clocks.h"
#include "race/written_values.h"

#include <milliamp/detail/always_inline.h>

#include <pthread.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace milliamp::detail::check {

/// Who wants to know when a thread of a tile comes to an atomic operation.
class atomics_observer {
 public:
  /// Other threads may run before it returns.
  virtual void before_atomic() = 0;

 protected:
  ~atomics_observer() = default;
};

class checker final : private race::tile_shadow_observer {
 public:
  checker();
  /// A thread of a kernel may end the process, and its worker with it, before the process's
  /// objects: their destructors are not watched.
  ~checker() {
    if (base::this_thread.checker == this) base::this_thread.checker = nullptr;
  }
  checker(const checker&) = delete;
  checker& operator=(const checker&) = delete;

  // --- What the engine tells ---------------------------------------------------------------------

  /// A launch begins on this worker. @param stacks those of the tile's threads; null: threads run
  /// on the worker's own stack
  void begin_launch(launch_context& launch, const fiber::stack_pool* stacks);
  /// Its part on this worker ends; what was found goes to the launch.
  void end_launch();
  /// The process is about to end in a kernel: reports what this worker and those that are done have
  /// found in the launch.
  void report_before_end();

  void begin_tile(std::uint64_t number);
  void end_tile();
  /// The threads' stacks, by number.
  void set_stacks(const base::memory_range* stacks) { thread_stacks_ = stacks; }
  /// From now on, accesses are this thread's.
  void switch_to(thread_number thread) {
    thread_ = thread;
    calls_.switch_to(thread);
    spinning_.begin_turn();
  }
  /// The thread that runs begins with the kernel.
  void begin_thread() { calls_.begin(thread_); }
  /// How the thread that runs is ended when it is found to spin, after it has been reported:
  /// without running destructors, for code that checks an access cannot throw, because what calls
  /// it does not expect it to.
  void set_terminator(engine::thread_terminator& w) { terminator_ = &w; }
  /// All threads have passed a barrier with this fence. @param barrier the return address of its
  /// call
  void end_round(fence kind, const void* barrier);
  /// The thread that runs passes a fence that is not part of a barrier.
  void on_fence(fence kind) {
    if (keeps_exact_history_) clocks_.pass_fence(thread_, kind);
  }

  /// From now on, this one is told of atomic operations; null: nobody is.
  void observe_atomics(atomics_observer* observer) { atomics_observer_ = observer; }

  /// Threads of an untiled launch run on this worker for as long as it lives.
  class points_scope;
  /// Which of them runs, the launch's loop keeps here.
  void watch(const counter& current) {
    points_ = &current;
    begin_thread();
    spinning_.begin_turn();
    if (is_watching_) base::this_thread.checker = this;
  }

  // --- What others ask ---------------------------------------------------------------------------

  launch_context& launch() const { return *launch_; }
  race::thread_id current_thread() const {
    return points_ != nullptr ? static_cast<race::thread_id>(*points_) : tile_base_ + thread_;
  }
  /// A number that tells the calls that the running thread is in from others.
  std::uintptr_t current_calls() const { return calls_.call_stack_id(); }
  /// The same as return addresses, the innermost first.
  std::vector<const void*> calls_of_thread() const { return calls_of(thread_); }
  /// The calls that a thread of the tile is in, see tile_calls::frames().
  std::vector<const void*> calls_of(thread_number thread) const { return calls_.frames(thread); }

  // --- What the instrumented code tells ----------------------------------------------------------

  /// The checker of the thread that runs on the calling thread, or null.
  static checker* active() { return base::this_thread.checker; }

  /// The thread is about to do an atomic operation, which it tells of as an access.
  void before_atomic() {
    if (atomics_observer_ != nullptr) atomics_observer_->before_atomic();
  }

  /// An access of Size bytes, a power of two up to 16.
  template <unsigned Size>
  void access(const void* address, race::operation op, const void* return_address);

  /// An access of any number of bytes.
  void access_range(const void* address, std::size_t size, race::operation op,
                    const void* return_address);

  /// The thread has been given memory that others may have had before; the allocator has ordered
  /// what they did with it.
  void on_allocation(std::uintptr_t address, std::size_t size);

  /// The thread has used an index that is out of the bounds of a C array, and goes on to do so. If
  /// it is going to write where no variable is that a kernel may write to, it is ended first. What
  /// it finds there otherwise is no news.
  /// @param frame the frame pointer of the function that it is in
  void suspect_overrun(const void* frame, const bad_index& index);
  /// Whether the thread has done so, and its accesses may lead to anywhere.
  bool may_overrun() const;
  /// Ends the thread that runs, without destructors.
  [[noreturn]] void leave();
  /// The thread is about to operate on a location that is outside of its variable.
  void on_outside_access(const void* location, const void* return_address);

  /// The thread has been interrupted at a place, for it has taken long; ends it if it spins without
  /// any access. Does not return then.
  void stop_if_silent(const void* place);

  MILLIAMP_ALWAYS_INLINE void enter_function(const void* return_address) {
    calls_.enter(thread_, return_address);
  }
  MILLIAMP_ALWAYS_INLINE void leave_function() { calls_.leave(thread_); }

 private:
  friend class scoped_ignore;

  static constexpr std::size_t cached_regions = 1024;
  struct cached_region {
    std::uintptr_t number;
    race::shadow_region* region;
  };

  void access_elsewhere(std::uintptr_t address, std::size_t size, race::operation op,
                        const void* return_address);
  __attribute__((noinline)) void access_anywhere(std::uintptr_t address, std::size_t size,
                                                 race::operation op, const void* return_address);
  bool is_known_global_read(std::uintptr_t address, std::size_t size, race::operation op,
                            const void* return_address) const;
  race::accessor current_accessor() const {
    return {current_thread(), global_round_, global_epoch_begin_, tile_shift_};
  }
  void record_global_contents(std::uintptr_t address, std::size_t size, race::operation op,
                              std::uint32_t site);
  void access_global_word(std::uintptr_t word, race::operation op, std::uint32_t site,
                          std::uint64_t bytes);
  void record_global(const race::global_word& at, std::uintptr_t word, race::global_key key,
                     const race::accessor& who);
  /// The shadow memory of a word; of no region when the worker has not met that lately.
  race::global_word cached_word(std::uintptr_t word) const {
    const std::uintptr_t number = word >> race::shadow_region::bits;
    const cached_region& cached = regions_[number % cached_regions];
    return {cached.number == number ? cached.region : nullptr,
            word / 4 % race::shadow_region::words};
  }
  race::global_word global_word_of(std::uintptr_t word);
  MILLIAMP_ALWAYS_INLINE std::uint32_t call_site_of(const void* return_address) {
    const std::uintptr_t key = race::call_site_key(return_address, calls_.call_stack_id());
    const race::call_site_cache::entry& known = sites_.entry_of(key);
    return known.key == key ? known.number : add_call_site(return_address);
  }
  std::uint32_t add_call_site(const void* return_address);
  bool is_private(std::uintptr_t address) const;

  void on_tile_race(race::slot earlier, race::slot key, std::uintptr_t word, bool is_last) override;
  void on_watched_write(std::uintptr_t word) override;
  void on_uninitialized_read(race::slot key, std::uintptr_t word) override;
  race::written_values& values_of(race::memory_kind kind) {
    return values_[static_cast<std::size_t>(kind)];
  }
  void record_watched_write(race::memory_kind kind, std::uintptr_t word);
  void look_back(std::uintptr_t address, std::size_t size, race::operation op);
  void compare_written_values();
  void look_at_shared_word(std::uintptr_t word, unsigned bytes);
  void take_turn();
  void end_write() {
    in_flight_store_.end();
    if (has_turn_) [[unlikely]]
      give_turn_back();
  }
  void give_turn_back();
  void stop_if_spinning(std::uintptr_t address, const void* return_address);
  void stop_overrun(std::uintptr_t address, race::operation op);
  void forget_overrun();
  bool is_overrun(std::uintptr_t address, const void* return_address) const;
  bool was_overrun(std::uintptr_t address, const race::thread_access& access) const;
  bool is_damage(std::uintptr_t address) const;
  void stop_behind_variables(std::uintptr_t address, race::operation op,
                             const void* return_address);
  void report_behind(const void* location, bool is_in_no_variable, const void* return_address);
  std::uint64_t point() const {
    return points_ != nullptr ? static_cast<std::uint64_t>(*points_) : 0;
  }
  diagnose::memory_location memory_at(std::uintptr_t address) const;
  void report_spinning(diagnose::spin_access access, const diagnose::memory_location& memory,
                       const void* return_address);
  void stop_spinning();
  void access_exactly(race::memory_kind kind, std::uintptr_t word, race::operation op,
                      std::uint32_t site, std::uint64_t bytes);

  /// The C library's record of the thread of the system, which on some processors follows the last
  /// thread-local variable of the program. The first bytes of it: all that an access by mistake is
  /// likely to meet.
  const std::uintptr_t system_thread_ = reinterpret_cast<std::uintptr_t>(pthread_self());
  static constexpr std::size_t system_thread_size = 1024;

  race::tile_shadow tile_shadow_;
  uninitialized_reads uninitialized_reads_;
  thread_number thread_ = 0;
  race::thread_id tile_base_ = 0;  ///< thread_id of the tile's first thread
  const base::memory_range* thread_stacks_ = nullptr;
  base::memory_range kernel_;  ///< the kernel function object, which nobody changes
  const counter* points_ = nullptr;
  atomics_observer* atomics_observer_ = nullptr;
  std::uint64_t global_round_ = 1;
  std::uint64_t global_epoch_begin_ = 1;
  const void* last_barrier_ = nullptr;  ///< that the tile has passed
  unsigned tile_shift_ = 0;
  race::call_stacks calls_;
  spin_watch spinning_;
  bool keeps_exact_history_ = false;
  bool must_see_all_ = false;    ///< and not only what shadow memory does not know
  bool must_look_back_ = false;  ///< at the last access, when the next is told of
  bool has_turn_ = false;        ///< to write where threads of different tiles race
  race::in_flight_store in_flight_store_;
  race::call_site_cache sites_;
  struct {
    std::uintptr_t frame = 0;  ///< 0: nothing is suspected
    std::uint64_t turn = 0;
    std::size_t depth = 0;
    overrun access;
  } overrun_;
  struct past_overrun {
    race::thread_id thread;
    overrun access;
  };
  std::vector<past_overrun> past_overruns_;  ///< of the tile

  launch_context* launch_ = nullptr;
  const fiber::stack_pool* stacks_ = nullptr;
  bool is_watching_ = false;
  engine::tile_arena arena_;
  bool can_exceed_limit_ = false;  ///< the tile, if its kernel calls functions enough
  tile_static_use tile_static_use_;
  race::access_log log_;
  engine::thread_terminator* terminator_ = nullptr;
  std::vector<race::global_shadow::conflict> conflicts_;
  race::vector_clocks clocks_;
  race::exact_history histories_[2];  ///< by memory_kind
  race::written_values values_[2];    ///< by memory_kind
  std::vector<race::exact_history::conflict> exact_conflicts_;
  std::array<cached_region, cached_regions> regions_;
};

class checker::points_scope {
 public:
  /// @param stack what of the worker's own stack belongs to the threads
  points_scope(checker& checker, launch_context& launch, const base::memory_range& stack)
      : checker_(checker), stack_(stack) {
    checker_.begin_launch(launch, nullptr);
    checker_.set_stacks(&stack_);
    checker_.switch_to(0);
  }
  ~points_scope() {
    base::this_thread.checker = nullptr;
    checker_.spinning_.rest();
    checker_.points_ = nullptr;
    checker_.end_launch();
  }
  points_scope(const points_scope&) = delete;
  points_scope& operator=(const points_scope&) = delete;

 private:
  checker& checker_;
  const base::memory_range stack_;
};

/// The short way: whole words of tile_static memory, from a place that is known. All else goes the
/// long way.
template <unsigned Size>
MILLIAMP_ALWAYS_INLINE void checker::access(const void* address, race::operation op,
                                            const void* return_address) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  const bool fits_words = Size <= 4 ? (a & 3) + Size <= 4 : (a & 3) == 0;
  const std::uintptr_t site_key = race::call_site_key(return_address, calls_.call_stack_id());
  const race::call_site_cache::entry& site = sites_.entry_of(site_key);
  if (!tile_shadow_.is_in_short_reach(a) || !fits_words || site.key != site_key ||
      spinning_.is_suspected()) [[unlikely]] {
    // Captured variables are read all the time.
    if (kernel_.contains(a) && !spinning_.is_suspected()) return;
    return access_elsewhere(a, Size, op, return_address);
  }
  const std::uint64_t bytes = Size >= 4 ? 15 : ((1u << Size) - 1) << (a & 3);
  const race::slot key = tile_shadow_.key_of(op, site.number, bytes);
  const std::uintptr_t word = Size >= 4 ? a : a & ~std::uintptr_t{3};
  for (unsigned offset = 0; offset < Size; offset += 4) {
    tile_shadow_.access_word(word + offset, op, key, thread_);
  }
}

}  // namespace milliamp::detail::check
