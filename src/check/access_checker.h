/// @file
/// The race detector of one worker: watches the threads that REF runs on it.
///
/// The engine tells it which thread runs and when a round ends; the instrumented code tells it of
/// every access (see entry_points.cpp). It sorts the accesses: tile_static memory, with shadow
/// memory that no other worker knows, so that there is no lock and no shared cache line on the way;
/// a thread's own stack, of which nothing is remembered; and global memory, with shadow memory that
/// the workers of a launch share.
#pragma once

#include "check/access_log.h"
#include "check/call_stack.h"
#include "check/exact_history.h"
#include "check/fence_clocks.h"
#include "check/global_shadow.h"
#include "check/launch_context.h"
#include "check/spin_watch.h"
#include "check/tile_shadow.h"
#include "engine/escape.h"
#include "engine/stack_pool.h"
#include "engine/tile_arena.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail {

/// A piece of memory.
struct memory_range {
  std::uintptr_t begin = 0;
  std::size_t size = 0;

  bool contains(std::uintptr_t address) const { return address - begin < size; }
};

/// Who wants to know when a thread of a tile comes to an atomic operation.
class atomics_observer {
 public:
  /// Other threads may run before it returns.
  virtual void before_atomic() = 0;

 protected:
  ~atomics_observer() = default;
};

class access_checker final : private tile_shadow_observer {
 public:
  access_checker();

  // --- What the engine tells ---------------------------------------------------------------------

  /// A launch begins on this worker. @param stacks those of the tile's threads; null: threads run
  /// on the worker's own stack
  void begin_launch(launch_context& launch, const stack_pool* stacks);
  /// Its part on this worker ends; what was found goes to the launch.
  void end_launch();

  void begin_tile(std::uint64_t number);
  void end_tile();
  /// From now on, accesses are this thread's, which runs on this stack.
  void switch_to(thread_number thread, const memory_range& stack) {
    thread_ = thread;
    stack_ = stack;
    calls_ = &call_stacks_[thread];
    spinning_.begin_turn();
    note_depth();
  }
  /// Calls run(), which runs a thread of the kernel. A thread that is found to spin is reported and
  /// stopped without running destructors: code that checks an access cannot throw, because what
  /// calls it does not expect it to.
  template <class Run>
  thread_end run_thread(thread_number thread, Run run) {
    const thread_end end = escapes_[thread].run(run);
    if (end != thread_end::returned) call_stacks_[thread].clear();
    return end;
  }
  /// Ends the thread that runs, without running destructors.
  [[noreturn]] void leave_thread(thread_end end) {
    spinning_.rest();
    escapes_[points_ != nullptr ? 0 : thread_].leave(end);
  }
  /// All threads have passed a barrier with this fence.
  void end_round(fence kind);
  /// The thread that runs passes a fence that is not part of a barrier.
  void note_fence(fence kind) {
    if (keeps_exact_history_) clocks_.pass_fence(thread_, kind);
  }

  /// From now on, this one is told of atomic operations; null: nobody is.
  void observe_atomics(atomics_observer* observer) { atomics_observer_ = observer; }

  /// Threads of an untiled launch run on this worker for as long as it lives.
  class points_scope;
  /// Which of them runs, the launch's loop keeps here.
  void watch(const counter& current) {
    points_ = &current;
    spinning_.begin_turn();
    if (is_watching_) active_ = this;
  }

  // --- What others ask ---------------------------------------------------------------------------

  launch_context& launch() const { return *launch_; }
  thread_id current_thread() const {
    return points_ != nullptr ? static_cast<thread_id>(*points_) : tile_base_ + thread_;
  }

  // --- What the instrumented code tells ----------------------------------------------------------

  /// The checker of the thread that runs on the calling thread, or null.
  static access_checker* active() { return active_; }

  /// The thread is about to do an atomic operation, which it tells of as an access.
  void before_atomic() {
    if (atomics_observer_ != nullptr) atomics_observer_->before_atomic();
  }

  /// An access of Size bytes, a power of two up to 16.
  template <unsigned Size>
  void access(const void* address, operation op, const void* return_address);

  /// An access of any number of bytes.
  void access_range(const void* address, std::size_t size, operation op,
                    const void* return_address);

  /// The thread has been given memory that others may have had before; the allocator has ordered
  /// what they did with it.
  void note_allocation(std::uintptr_t address, std::size_t size);

  void enter_function(const void* return_address) {
    calls_->enter(return_address);
    note_depth();
  }
  void leave_function() {
    calls_->leave();
    note_depth();
  }

 private:
  static constexpr std::size_t cached_chunks = 1024;
  struct cached_chunk {
    std::uintptr_t chunk;
    global_cell* cells;
  };

  void access_elsewhere(std::uintptr_t address, std::size_t size, operation op,
                        const void* return_address);
  void access_global_word(std::uintptr_t word, operation op, std::uint32_t site,
                          std::uint64_t bytes);
  void record_global(global_cell& cell, std::uintptr_t word, global_key key, const accessor& who);
  global_cell& global_cell_of(std::uintptr_t word);
  bool is_private(std::uintptr_t address) const;

  void on_tile_race(slot earlier, slot key, std::uintptr_t word) override;
  void on_uninitialized_read(slot key, std::uintptr_t word) override;
  void note_depth() { takes_long_way_ = keeps_exact_history_ || calls_->is_in_called_function(); }
  void stop_if_spinning(std::uintptr_t address, const void* return_address);
  void access_exactly(memory_kind kind, std::uintptr_t word, operation op, std::uint32_t site,
                      std::uint64_t bytes);
  void remember_calls(std::uint32_t site);

  static constinit thread_local access_checker* active_ __attribute__((tls_model("initial-exec")));

  tile_shadow tile_shadow_;
  thread_number thread_ = 0;
  thread_id tile_base_ = 0;  ///< thread_id of the tile's first thread
  memory_range stack_;       ///< of the thread that runs
  memory_range kernel_;      ///< the kernel function object, which nobody changes
  const counter* points_ = nullptr;
  atomics_observer* atomics_observer_ = nullptr;
  std::uint64_t global_round_ = 1;
  std::uint64_t global_epoch_begin_ = 1;
  unsigned tile_shift_ = 0;
  call_stack* calls_ = nullptr;
  spin_watch spinning_;
  bool takes_long_way_ = false;  ///< not every access is one that the short way can treat
  bool keeps_exact_history_ = false;

  launch_context* launch_ = nullptr;
  const stack_pool* stacks_ = nullptr;
  bool is_watching_ = false;
  tile_arena arena_;
  access_log log_;
  std::vector<call_stack> call_stacks_;
  std::vector<escape> escapes_;  ///< by thread, to where it began
  std::vector<global_shadow::conflict> conflicts_;
  fence_clocks clocks_;
  exact_history histories_[2];  ///< by memory_kind
  std::vector<exact_history::conflict> exact_conflicts_;
  std::array<cached_chunk, cached_chunks> chunks_;
  std::array<std::uint32_t, 256> sites_with_calls_;  ///< that remember_calls has seen lately
};

class access_checker::points_scope {
 public:
  /// @param stack what of the worker's own stack belongs to the threads
  points_scope(access_checker& checker, launch_context& launch, const memory_range& stack)
      : checker_(checker) {
    checker_.begin_launch(launch, nullptr);
    checker_.switch_to(0, stack);
    checker_.calls_->clear();
  }
  ~points_scope() {
    active_ = nullptr;
    checker_.spinning_.rest();
    checker_.points_ = nullptr;
    checker_.end_launch();
  }
  points_scope(const points_scope&) = delete;
  points_scope& operator=(const points_scope&) = delete;

 private:
  access_checker& checker_;
};

template <unsigned Size>
MILLIAMP_ALWAYS_INLINE void access_checker::access(const void* address, operation op,
                                                   const void* return_address) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  const bool fits_words = Size <= 4 ? (a & 3) + Size <= 4 : (a & 3) == 0;
  if (!tile_shadow_.is_in_first(a) || !fits_words || takes_long_way_ || spinning_.is_suspected() ||
      !site_numbers::is_in_executable(return_address)) [[unlikely]] {
    return access_elsewhere(a, Size, op, return_address);
  }
  const std::uint64_t bytes = Size >= 4 ? 15 : ((1u << Size) - 1) << (a & 3);
  const std::uint32_t site = site_numbers::number_in_executable(return_address);
  const slot key = slot::make_key(kind_of(op), tile_shadow_.round(), site, bytes);
  for (unsigned offset = 0; offset < Size; offset += 4) {
    tile_shadow_.access_word((a & ~std::uintptr_t{3}) + offset, op, key, thread_);
  }
}

}  // namespace milliamp::detail
