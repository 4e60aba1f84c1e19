/// @file
/// Data races between tiles, found when a launch has ended by comparing what its workers have
/// recorded. The result does not depend on how the tiles were divided among the workers, nor on
/// their order.
#pragma once

#include "race/access_log.h"
#include "race/access_set.h"

#include <vector>

namespace milliamp::detail::race {

/// Adds the races between tiles to a log. Of all threads that race at two call sites, the log gets
/// the lowest; it counts the words.
void find_races_between_tiles(const std::vector<access_set*>& workers, unsigned tile_shift,
                              access_log& log);

}  // namespace milliamp::detail::race
