/// @file
/// A workload without a kernel: typical host code, with containers and algorithms of the standard
/// library, and two threads that count in one atomic variable. host_code.cpp defines it three
/// times.
#pragma once

#include "workload.h"

namespace milliamp::bench {

#define MILLIAMP_BENCH_EXPORT __attribute__((visibility("default")))
MILLIAMP_BENCH_EXPORT std::unique_ptr<workload> make_plain_host_code(int size);
/// Instrumented like a user's checked program.
MILLIAMP_BENCH_EXPORT std::unique_ptr<workload> make_checked_host_code(int size);
/// Instrumented like a checked program, but every callback does nothing (see empty_calls.cpp).
MILLIAMP_BENCH_EXPORT std::unique_ptr<workload> make_host_code_with_empty_calls(int size);
#undef MILLIAMP_BENCH_EXPORT

}  // namespace milliamp::bench
