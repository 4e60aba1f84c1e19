/// @file
/// The minimal cost of suspending threads with Boost.Context: a ring of fibers, each of which only
/// switches to the next one.
///
/// The stacks are laid out as in src/fiber/stack_pool.h, and for the same reasons: a stride of an
/// odd number of pages, and each top a cache line lower in its page than the one before.
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

  /// Goes around the ring `rounds` times, and once more to return to the caller.
  void run(int rounds);

 private:
  using context = boost::context::detail::fcontext_t;
  using transfer = boost::context::detail::transfer_t;

  struct fiber {
    context resume;
    fiber* next;
    fiber* next_at_end;  ///< the same, except for the last one, which returns to the caller
    const int* rounds;
  };

  static void fiber_main(transfer from);
  static void switch_to(fiber& from, fiber& to);

  int rounds_ = 0;
  std::byte* stacks_;
  std::size_t stack_bytes_;
  std::vector<fiber> fibers_;  ///< the last one represents the caller of run()
};

}  // namespace milliamp::bench
