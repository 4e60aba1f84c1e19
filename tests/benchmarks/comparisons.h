/// @file
/// The comparisons of the benchmarks.
#pragma once

#include "suite.h"

namespace milliamp::bench {

/// The four typical workloads: mm512, reduce4M, barriers and saxpy16M; on one worker and on all,
/// and compared with measurements of other implementations.
void add_workloads(suite& all);

/// The cost of a barrier on one core, for tiles of several sizes.
void add_barriers(suite& all);

/// Untiled kernels compared with loops over raw pointers.
void add_untiled(suite& all);

/// Short vectors compared with structs.
void add_short_vectors(suite& all);

/// The cost of launches and tiles without barriers.
void add_launches(suite& all);

/// Memory used by suspended threads and by launches.
void add_memory(suite& all);

/// The four workloads in a checked program, compared with the plain ones.
void add_checked(suite& all);

/// Untiled kernels in a checked program, compared with the same loops by hand, on as many threads,
/// that the same compiler's ThreadSanitizer checks. At the first run of a process and at the fifth.
void add_thread_sanitizer(suite& all);

/// A checked program that is recorded, start-up included, compared with one that is not.
void add_recording(suite& all);

/// The start of a checked process with much debug information, compared with that of a plain one.
void add_process_start(suite& all);

}  // namespace milliamp::bench
