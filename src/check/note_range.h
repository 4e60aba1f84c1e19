/// @file
/// What is told of an access to several bytes: to the checker within kernels, and else to the watch
/// over memory that waits to be synchronized.
#pragma once

#include "check/access_checker.h"
#include "check/host_watch.h"

namespace milliamp::detail {

inline void note_range(const void* address, std::size_t size, operation op,
                       const void* return_address) {
  if (access_checker* checker = access_checker::active()) [[unlikely]] {
    checker->access_range(address, size, op, return_address);
  } else {
    host_watch::note_access(address, size, op);
  }
}

}  // namespace milliamp::detail
