/// @file
/// The events of a launch on REF that an observer receives, as a concept. The engine's templates
/// are instantiated with the checker and, for watched launches, with watched_checker (see
/// check/reference_engine.cpp), so that calls are inlined and barriers and accesses need no
/// indirect call.
///
/// A launch:  Observer::launch, constructed before the first tile and destroyed after the last.
/// A worker:  on_launch_begin … on_launch_end, around the part of a launch that runs on it;
///            on_parts_begin before it runs tiles or points that it has taken.
/// A tile:    on_tile_begin, on_thread_switch, on_thread_begin, on_arrival, on_round_end …,
///            on_thread_end, on_tile_end.
/// Points:    on_points_begin, on_points_end around a loop over them. If each has a fiber:
///            on_point_group_begin, on_thread_switch, on_thread_begin, on_thread_end …,
///            on_point_group_end.
#pragma once

#include "base/memory_range.h"
#include "engine/part_sequence.h"
#include "engine/schedule_step.h"
#include "engine/thread_terminator.h"
#include "fiber/stack_pool.h"

#include <milliamp/detail/launch.h>
#include <milliamp/finding.h>

#include <concepts>
#include <cstdint>
#include <exception>
#include <vector>

namespace milliamp::detail::engine {

/// Called before each step of a kernel thread. Other threads may run before it returns.
class step_callback {
 public:
  virtual void before_step(step s) = 0;
  /// Whether accesses are steps; otherwise only atomic operations and fences are.
  virtual bool counts_accesses() const = 0;

 protected:
  ~step_callback() = default;
};

/// The memory on which a worker's kernel threads run.
struct thread_stacks {
  /// The stack of each thread of a tile, by its number; for points, one range for all of them: the
  /// part of the worker's own stack below the engine's frame.
  const base::memory_range* of_threads;
  /// The stacks of the fibers; null if threads run on the worker's own stack.
  const fiber::stack_pool* fibers;
};

template <class O>
concept observer = requires(O& o, typename O::launch& launch, const thread_stacks& stacks,
                            thread_terminator& terminator, step_callback* callback,
                            const counter& point, thread_number thread, std::uint64_t number,
                            std::int64_t part, fence kind, const void* call,
                            const finding& divergence, const finding& crash,
                            const std::exception_ptr& failure) {
  o.on_launch_begin(launch, stacks);
  o.on_launch_end();
  /// @param part the first of the tiles or blocks of points that the worker has taken
  o.on_parts_begin(part);
  /// A loop over points begins; `point` is its counter.
  /// @param terminator ends the running thread on request of the observer
  o.on_points_begin(point, terminator);
  o.on_points_end();
  /// A group of points begins, each on a separate fiber. `point` is the one that runs.
  /// @param thread here the number of points
  /// @param callback as for a tile
  o.on_point_group_begin(point, thread, terminator, callback);
  o.on_point_group_end();
  /// @param callback is called before each step of the tile's threads; may be null
  o.on_tile_begin(number, terminator, callback);
  o.on_tile_end();
  /// The thread's turn begins.
  o.on_thread_switch(thread);
  /// The running thread enters the kernel.
  o.on_thread_begin();
  /// The running thread has returned from the kernel, or has been ended.
  o.on_thread_end();
  /// The running thread waits at a barrier. @param call the return address of the barrier's call
  o.on_arrival(kind, call);
  /// All threads have passed a barrier. @param call the return address of its call
  o.on_round_end(kind, call);
  /// The running thread executes a fence that is not part of a barrier.
  /// @param call the return address of its call
  o.on_fence(kind, call);
  /// Identifies the call stack of the running thread.
  { o.current_call_stack_id() } -> std::same_as<std::uintptr_t>;
  /// The call stack of any thread of the tile as return addresses, innermost first.
  { o.call_stack_of(thread) } -> std::same_as<std::vector<const void*>>;
  /// The running thread has faulted. @return whether its access has been reported; then
  /// end_thread() ends the thread.
  { o.is_reported_fault() } -> std::same_as<bool>;
  o.end_thread();
  /// A fault is about to end the process.
  o.on_crash(crash);

  /// The number of the launch, from which the random schedules derive theirs.
  { launch.number() } -> std::same_as<std::uint64_t>;
  /// Whether the first part has to end before others begin.
  { launch.is_decided_by_first_part() } -> std::same_as<bool>;
  /// Whether parts are known to wait for lower ones, so that workers take them one by one.
  { launch.has_ordered_parts() } -> std::same_as<bool>;
  { launch.sequence() } -> std::same_as<part_sequence&>;
  /// Threads of a tile did not all arrive at the same barrier.
  launch.take(divergence);
  /// All tiles have run. May throw the exception of a failed launch.
  launch.finish();
  /// The launch ends by an exception, which this replaces.
  { launch.fail(failure) } -> std::same_as<std::exception_ptr>;
};

}  // namespace milliamp::detail::engine
