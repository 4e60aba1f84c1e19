/// @file
/// Data races between tiles, found when a launch has ended by comparing what its workers have
/// recorded. The result does not depend on how the tiles were divided among the workers, nor on
/// their order.
#pragma once

#include "race/access_log.h"
#include "race/access_set.h"

#include <vector>

namespace milliamp::detail::race {

/// Adds the races between tiles to a log: for each pair of call sites the lowest threads that race,
/// and the number of racing words.
void find_races_between_tiles(const std::vector<access_set*>& workers, unsigned tile_shift,
                              access_log& log);

}  // namespace milliamp::detail::race
