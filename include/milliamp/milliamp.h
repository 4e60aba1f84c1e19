/// @file
/// Milliamp at run time: what it finds, and how it runs kernels.
///
///     milliamp::set_schedule(milliamp::schedule::random, 7);
///     milliamp::finding_scope scope;
///     run_kernels();
///     for (const milliamp::finding& f : scope.findings()) {
///       std::cerr << to_string(f) << "repeat: MILLIAMP_OPTIONS=" << milliamp::options_text() <<
///       '\n';
///     }
///
/// `<milliamp/gtest.h>` makes assertions of this; any other test framework can do the same.
#ifndef MILLIAMP_MILLIAMP_H
#define MILLIAMP_MILLIAMP_H

#include <milliamp/detail/hide_macros.h>

#include <milliamp/export.h>
#include <milliamp/finding.h>

#include <cstdint>
#include <string>

namespace milliamp {

/// Whether any part of the program is instrumented, that is, was compiled for milliamp::checked.
MILLIAMP_API bool program_is_checked() noexcept;

/// How many launches have run on REF so far. A piece of the program during which it has not grown
/// has not been checked.
MILLIAMP_API std::uint64_t checked_launches() noexcept;

/// The order in which REF lets the threads of a tile take their turns from one barrier to the next.
/// Races are found whatever it is; what a kernel with an error computes, and whether its threads
/// meet, may depend on it.
enum class schedule : std::uint8_t {
  forward,  ///< by their number in the tile
  reverse,  ///< the other way round
  /// A new order for each round, which the seed decides; in a checked program, threads are also
  /// interrupted at atomic operations.
  random
};

MILLIAMP_API schedule current_schedule() noexcept;
/// The seed of schedule::random.
MILLIAMP_API std::uint64_t current_seed() noexcept;

/// Chooses the order for the launches to come, as MILLIAMP_OPTIONS=schedule=…:seed=… does for those
/// of a whole run. A seed stands for the same orders each time it is set: the next launch gets that
/// of the first launch of a run. No launch may be running meanwhile.
MILLIAMP_API void set_schedule(schedule order, std::uint64_t seed = 0) noexcept;

/// The options that the program now runs with, in the form of MILLIAMP_OPTIONS: the schedule, its
/// seed, and those others that differ from their defaults. `schedule=random:seed=7`
MILLIAMP_API std::string options_text();

/// Gives back to the system the memory that is kept from one launch for the next ones: the stacks
/// of threads that wait at barriers, and what the checker works with. Launches that run meanwhile
/// keep theirs; later ones take it anew, which costs some microseconds for each thread of a tile.
/// What arrays, textures and views hold is theirs and is given back with them. (accelerator_views
/// come and go without it: all share the same workers.)
MILLIAMP_API void release_memory() noexcept;

}  // namespace milliamp

#include <milliamp/detail/restore_macros.h>

#endif
