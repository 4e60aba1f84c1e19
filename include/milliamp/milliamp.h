/// @file
/// The run-time interface of Milliamp: findings, and the schedule of kernels.
///
///     milliamp::set_schedule(milliamp::schedule::random, 7);
///     milliamp::finding_scope scope;
///     run_kernels();
///     for (const milliamp::finding& f : scope.findings()) {
///       std::cerr << to_string(f) << "MILLIAMP_OPTIONS=" << milliamp::options_text() << '\n';
///     }
///
/// `<milliamp/gtest.h>` builds assertions on this; any other test framework can do the same.
#ifndef MILLIAMP_MILLIAMP_H
#define MILLIAMP_MILLIAMP_H

#include <milliamp/detail/hide_macros.h>

#include <milliamp/export.h>
#include <milliamp/finding.h>

#include <cstdint>
#include <string>

namespace milliamp {

/// Whether the program contains instrumented code, that is, code compiled for milliamp::checked.
MILLIAMP_API bool program_is_checked() noexcept;

/// The number of launches that have run on REF so far. If it does not grow during a part of the
/// program, that part has not been checked.
MILLIAMP_API std::uint64_t checked_launches() noexcept;

/// The order in which REF runs the threads of a tile between two barriers. It does not affect which
/// races are found. It may affect the results of an incorrect kernel and whether its threads
/// diverge at a barrier.
enum class schedule : std::uint8_t {
  forward,  ///< in ascending order of their numbers in the tile
  reverse,  ///< in descending order
  /// A new order after each barrier, determined by the seed. In a checked program, threads are also
  /// interrupted at atomic operations. With this schedule and the ones below, tiles run one after
  /// another in an order that the seed determines, so that a run can be repeated even if tiles
  /// communicate.
  random,
  /// Probabilistic concurrency testing: threads have random priorities, which change at `depth - 1`
  /// random points. In a checked program, all accesses count as points.
  pct,
  /// Threads are interrupted at random accesses, atomic operations and fences.
  interleave,
  /// The decisions of a file that MILLIAMP_OPTIONS=record=FILE has written.
  replay
};

MILLIAMP_API schedule current_schedule() noexcept;
/// The seed of the random schedules.
MILLIAMP_API std::uint64_t current_seed() noexcept;

/// Sets the order for subsequent launches, as MILLIAMP_OPTIONS=schedule=…:seed=… does for a whole
/// run. Each call restarts the sequence of orders: the next launch gets the order of the first
/// launch of a run. No launch may be running.
MILLIAMP_API void set_schedule(schedule order, std::uint64_t seed = 0) noexcept;

/// The current options in the form of MILLIAMP_OPTIONS: the schedule, its seed, and all others that
/// differ from their defaults. `schedule=random:seed=7`
MILLIAMP_API std::string options_text();

/// Frees memory that is cached between launches: the stacks of threads that wait at barriers and
/// the checker's data. Running launches keep theirs. Later ones allocate it again, which costs some
/// microseconds per thread of a tile. Memory of arrays, textures and views is freed with those
/// objects. (Destroying accelerator_views frees nothing: all share the same worker threads.)
MILLIAMP_API void release_memory() noexcept;

}  // namespace milliamp

#include <milliamp/detail/restore_macros.h>

#endif
