#include "fiber/announced_switches.h"

#include "fiber/context_switch.h"

#include <utility>

namespace milliamp::detail::fiber {

/// Boost.Fiber places a context at the top of its stack.
void announced_switches::begin(const boost::fibers::context& next, stack_pool* stacks) {
  if (!announces_switches()) return;
  end();
  const boost::fibers::context* const self = boost::fibers::context::active();
  const bool returns = !self->terminated_is_linked();
  begin_switch(returns ? &frames_[self] : nullptr, stacks, &next);
  if (!returns) frames_.erase(self);
  is_switching_ = true;
}

void announced_switches::end() {
  if (!std::exchange(is_switching_, false)) return;
  end_switch(frames_[boost::fibers::context::active()]);
}

}  // namespace milliamp::detail::fiber
