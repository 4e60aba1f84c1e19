/// @file
/// What the benchmarks compare.
#pragma once

#include "suite.h"

namespace milliamp::bench {

/// The four workloads that stand for what kernels do: mm512, reduce4M, barriers and saxpy16M; on
/// one worker and on all, and beside what other implementations were measured to take.
void add_workloads(suite& all);

/// What a barrier costs, on one core each, for tiles of several sizes.
void add_barriers(suite& all);

/// Untiled kernels beside loops over raw pointers.
void add_untiled(suite& all);

/// Short vectors beside structs.
void add_short_vectors(suite& all);

/// What launches and tiles cost that do not meet a barrier.
void add_launches(suite& all);

/// The memory that suspended threads and launches take.
void add_memory(suite& all);

/// The four workloads in a checked program, beside the plain ones.
void add_checked(suite& all);

}  // namespace milliamp::bench
