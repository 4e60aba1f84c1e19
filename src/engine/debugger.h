/// @file
/// What a debugger reads of a running process, or of its core dump: which kernel threads exist,
/// where they are, and where their registers are saved. tools/gdb reads it.
///
/// A description holds the addresses of an engine's own state, and is made with the object that has
/// the state. So it costs nothing while kernels run. A debugger needs no debug information of the
/// library: it finds the symbol milliamp_debugger, and each member below is one word of 8 bytes. A
/// std::vector is read by its first two words, the begin and end pointers of its elements.
#pragma once

#include "fiber/stack_pool.h"

#include <milliamp/detail/launch.h>

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::engine {

/// The part of a launch that a worker runs.
struct described_part {
  enum class kind : std::uint64_t { points, warp_tile, ref_tile };
  kind what;
};

struct described_tile;

/// The points of an untiled launch, one of which runs.
struct described_points {
  described_part part;
  const untiled_kernel* kernel;
  const point_span* span;
  /// Under a schedule with a policy each point has a fiber: point span->begin + t is thread t here,
  /// where kernel, coordinates and waiting are null. Otherwise null.
  const described_tile* fibers = nullptr;
};

/// A tile. Thread t has run, runs or will run on fiber t, or on the worker's own stack.
struct described_tile {
  described_part part;
  const tiled_kernel* const* kernel;
  const thread_number* threads;
  const tile_coordinates* coordinates;
  const std::vector<fiber_context>* contexts;
  /// The stacks of the fibers: blocks of consecutive stacks at this distance from each other.
  const std::vector<fiber::stack_pool::block>* stacks;
  std::size_t stack_stride;
  /// For each thread the barrier at which it is suspended in the library's code, otherwise null.
  const std::vector<const void*>* waiting = nullptr;

  // On WARP.
  /// The thread that runs, or has run, on the worker's own stack.
  const counter* on_native_stack = nullptr;
  const bool* is_on_fibers = nullptr;  ///< a thread of the tile has waited
  /// The fiber context of this thread is that of the own stack.
  const thread_number* root = nullptr;
  const std::uint8_t* round = nullptr;  ///< 0: the threads return; 5: an interrupted round

  /// The threads that have yet to run in this round. On WARP if the round is interrupted.
  const thread_number* const* turn = nullptr;
  const thread_number* const* end = nullptr;

  // On REF.
  const thread_number* running = nullptr;
  const fiber_context* starter = nullptr;  ///< the context of the worker's own stack
  const void* observer = nullptr;
};

/// A worker. Described from its construction to its destruction.
struct described_worker {
  described_worker* next;
  pthread_t thread;
  const described_part* part;  ///< null: the worker runs no kernel
};

/// The root of the description. A version has fixed layouts.
struct described_process {
  std::uint64_t version;
  /// The size of a fiber_context whose registers a debugger can read; 0 if it cannot, because
  /// contexts are those of Boost.Context or of a processor that tools/gdb does not know.
  std::uint64_t context_size;
  described_worker* workers;
};

/// Adds a worker to the description of the process. The caller serializes the calls.
void describe(described_worker& added);
/// Removes a worker from the description. The caller serializes the calls.
void forget(described_worker& removed);

}  // namespace milliamp::detail::engine

extern "C" MILLIAMP_API milliamp::detail::engine::described_process milliamp_debugger;

/// A debugger makes a kernel thread call this function, at any instruction: it lowers the
/// stack pointer by 128 bytes, which functions may use below it, pushes the address of the
/// instruction, and jumps here. The function lets the other threads run first, and then returns
/// with all registers restored. (Only on x86-64.)
extern "C" MILLIAMP_API void milliamp_debugger_interrupt();
