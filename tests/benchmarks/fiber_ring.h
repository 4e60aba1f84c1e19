/// @file
/// The least that suspending threads costs with Boost.Context: a ring of fibers in which each does
/// nothing but hop to the next one.
///
/// The stacks are laid out as src/engine/stack_pool.h says, and for its reasons: a stride of an odd
/// number of pages, and each top a cache line lower in its page than the one before.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <vector>

namespace milliamp::bench {

class fiber_ring {
 public:
  explicit fiber_ring(int fibers);
  ~fiber_ring();
  fiber_ring(const fiber_ring&) = delete;
  fiber_ring& operator=(const fiber_ring&) = delete;

  /// Control goes so many times around the ring, and a last time, at the end of which it is back.
  void run(int rounds);

 private:
  using context = boost::context::detail::fcontext_t;
  using transfer = boost::context::detail::transfer_t;

  struct fiber {
    context resume;
    fiber* next;
    fiber* next_at_end;  ///< the same, but for the last one, from which the caller is reached
    const int* rounds;
  };

  static void fiber_main(transfer from);
  static void hop(fiber& from, fiber& to);

  int rounds_ = 0;
  std::byte* stacks_;
  std::size_t stack_bytes_;
  std::vector<fiber> fibers_;  ///< the last one stands for the caller of run()
};

}  // namespace milliamp::bench
