/// @file
/// Launches that are ended from outside, and where their threads were: after Ctrl-C, a request to
/// terminate, or a time limit.
#pragma once

#include "report/finding.h"
#include "symbolize/call_chain.h"

#include <vector>

namespace milliamp::detail::diagnose {

/// A kernel thread of a launch that is ended.
struct located_thread {
  thread_position thread;
  bool waits;  ///< whether it waits at a barrier; otherwise it runs
  symbolize::call_chain calls;
};

struct interruption_fact {
  int signal;      ///< the signal received; 0: a launch has reached its time limit
  int time_limit;  ///< in seconds
  std::vector<located_thread> threads;
};

finding diagnose(const interruption_fact& interruption);

}  // namespace milliamp::detail::diagnose
