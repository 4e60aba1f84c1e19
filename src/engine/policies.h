/// @file
/// The policies that the option `schedule` names.
///
///   random      a random order between each two barriers, and interruptions at atomic operations
///               and fences
///   pct         probabilistic concurrency testing (Burckhardt and others, ASPLOS 2010): the ready
///               thread with the highest priority runs. The priorities are random, and at depth - 1
///               random points the running thread gets a lower one than all others. A fault that
///               needs `depth` ordered events is found with a probability that has a lower bound.
///   interleave  also interruptions at random accesses: in some tiles often, in others rarely
///   replay      the decisions of a saved schedule
///
/// Interruptions have a limit for each tile: a spinning thread must not appear to make progress
/// forever.
#pragma once

#include "base/options.h"
#include "engine/schedule_policy.h"

#include <boost/smart_ptr/intrusive_ptr.hpp>

namespace milliamp::detail::engine {

/// Makes the policy of the options.
boost::intrusive_ptr<schedule_policy> make_policy(const base::options& options);

}  // namespace milliamp::detail::engine
