/// @file
/// Workloads for the cost of a launch, and for the cost of a barrier to threads that do not wait at
/// it. All run on the fast accelerator.
#pragma once

#include "workload.h"

#include <memory>

namespace milliamp::bench {

/// Launches of a kernel that does nothing, over so many elements; so many launches a run.
std::unique_ptr<workload> make_empty_launches(int elements, int launches);
/// Launches of a kernel that does nothing, over one tile of 256 threads.
std::unique_ptr<workload> make_empty_tile_launches(int launches);

/// The same work for every element, untiled and in tiles without a barrier.
std::unique_ptr<workload> make_untiled_work(int elements);
std::unique_ptr<workload> make_tiled_work(int elements);

/// In every sixteenth tile, the threads wait at 64 barriers; in the others, they work.
std::unique_ptr<workload> make_work_with_barriers_in_some_tiles(int tiles);
/// The barriers and the work of these tiles in two launches: one has all the barriers, the other
/// all the work.
std::unique_ptr<workload> make_work_and_barriers_apart(int tiles);

/// Tiles with increasing work: the last has a thousand times that of the first.
std::unique_ptr<workload> make_uneven_tiles(int tiles);

}  // namespace milliamp::bench
