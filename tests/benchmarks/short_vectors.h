/// @file
/// Workloads that show what a short vector costs beside a struct of four floats. Both run the same
/// kernel on the fast accelerator: one step of the motion of many bodies.
#pragma once

#include <memory>

#include "workload.h"

namespace milliamp::bench {

/// With graphics::float_4.
std::unique_ptr<workload> make_motion_of_float_4(int bodies);
/// With a struct that has the operators that it takes.
std::unique_ptr<workload> make_motion_of_structs(int bodies);

}  // namespace milliamp::bench
