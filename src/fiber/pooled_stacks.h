/// @file
/// The stacks of a stack_pool for fibers of Boost.Fiber, as the library's concept StackAllocator.
#pragma once

#include "fiber/stack_pool.h"

#include <boost/context/stack_context.hpp>

#include <cstddef>

namespace milliamp::detail::fiber {

/// Allocates one stack, that of a number.
class pooled_stack {
 public:
  /// @param in_use counts the allocated stacks
  pooled_stack(stack_pool& pool, std::size_t number, std::size_t& in_use)
      : pool_(&pool), number_(number), in_use_(&in_use) {}

  boost::context::stack_context allocate() {
    const stack_pool::stack stack = pool_->at(number_);
    boost::context::stack_context made;
    made.sp = stack.top;
    made.size = stack.size;
    ++*in_use_;
    return made;
  }
  void deallocate(boost::context::stack_context&) noexcept { --*in_use_; }

 private:
  stack_pool* pool_;
  std::size_t number_;
  std::size_t* in_use_;
};

}  // namespace milliamp::detail::fiber
