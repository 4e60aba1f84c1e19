/// @file
/// Functions of the library that kernels cannot call (spec 2.3). Only Clang's plugin refuses such
/// calls when it compiles them.
#pragma once

#include "engine/worker.h"

#include <milliamp/exceptions.h>

#include <string>

namespace milliamp::detail {

/// @throws concurrency::runtime_exception within a kernel
inline void check_on_host(const char* function) {
  if (engine::worker::in_kernel() == nullptr) return;
  throw concurrency::runtime_exception(
      (std::string(function) +
       " within a kernel: it is restrict(cpu) (spec 2.3); call it on the host, before or after the "
       "launch")
          .c_str(),
      concurrency::details::e_fail);
}

}  // namespace milliamp::detail
