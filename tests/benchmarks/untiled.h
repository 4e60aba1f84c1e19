/// @file
/// Untiled kernels compared with loops over raw pointers. untiled.cpp is compiled at -O2 and at
/// -O3, both sides of a pair with the same flags.
#pragma once

#include "workload.h"

#include <functional>
#include <memory>
#include <vector>

namespace milliamp::bench {

struct untiled_pair {
  const char* name;
  std::function<std::unique_ptr<workload>()> make_ours;
  std::function<std::unique_ptr<workload>()> make_by_hand;
};

std::vector<untiled_pair> untiled_pairs_at_O2();
std::vector<untiled_pair> untiled_pairs_at_O3();

}  // namespace milliamp::bench
