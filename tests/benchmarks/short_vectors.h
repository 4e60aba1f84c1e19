/// @file
/// Workloads that compare the cost of a short vector with that of a struct of four floats: the same
/// kernels on the fast accelerator, with either.
#pragma once

#include "workload.h"

#include <memory>

namespace milliamp::bench {

/// Some steps of the motion of each of many bodies: much arithmetic, little memory.
std::unique_ptr<workload> make_motion_of_float_4(int bodies);
std::unique_ptr<workload> make_motion_of_structs(int bodies);

/// y = a * x + y: little arithmetic, much memory.
std::unique_ptr<workload> make_saxpy_of_float_4(int size);
std::unique_ptr<workload> make_saxpy_of_structs(int size);

}  // namespace milliamp::bench
