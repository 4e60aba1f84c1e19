/// @file
/// What is told of an access to several bytes: to the checker within kernels, and else to the watch
/// over memory that waits to be synchronized.
#pragma once

#include "check/checker.h"
#include "coherence/host_monitor.h"

namespace milliamp::detail::intercept {

inline void on_access_range(const void* address, std::size_t size, race::operation op,
                            const void* return_address) {
  if (check::checker* checker = check::checker::active()) [[unlikely]] {
    checker->access_range(address, size, op, return_address);
  } else {
    coherence::host_monitor::on_access(address, size, op);
  }
}

}  // namespace milliamp::detail::intercept
