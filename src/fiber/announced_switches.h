/// @file
/// Announces the context switches of Boost.Fiber to AddressSanitizer, if it checks the program.
/// Debian's Boost.Fiber is built without BOOST_USE_ASAN, so it does not announce them itself.
#pragma once

#include "fiber/stack_pool.h"

#include <boost/fiber/context.hpp>

#include <map>

namespace milliamp::detail::fiber {

class announced_switches {
 public:
  /// The running fiber is about to be left for another one.
  /// @param stacks null, or those of the fibers; a fiber on no such stack counts as one of the OS
  /// thread
  void begin(const boost::fibers::context& next, stack_pool* stacks);

  /// A fiber is running after a switch. Boost's dispatcher does not call this; it leaves that to
  /// the next begin().
  void end();

 private:
  bool is_switching_ = false;
  /// The fake stacks of detect_stack_use_after_return, by the suspended fiber.
  std::map<const boost::fibers::context*, void*> frames_;
};

}  // namespace milliamp::detail::fiber
