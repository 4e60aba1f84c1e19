/// @file
/// Objects on the stacks of a tile's threads, to see that each is destroyed.
#ifndef MILLIAMP_TESTS_ENGINE_COUNTED_H
#define MILLIAMP_TESTS_ENGINE_COUNTED_H

#include <amp.h>

#include <atomic>

namespace milliamp::tests {

/// Counts its instances that are alive.
class counted {
 public:
  explicit counted(std::atomic<int>& alive) : alive_(alive) { ++alive_; }
  ~counted() { --alive_; }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;

 private:
  std::atomic<int>& alive_;
};

/// Waits at a barrier below depth frames, with an object in each of them.
[[gnu::noinline]] inline void wait_deep_down(const concurrency::tile_barrier& barrier,
                                             std::atomic<int>& alive, int depth) {
  const counted object(alive);
  if (depth == 0) {
    barrier.wait();
  } else {
    wait_deep_down(barrier, alive, depth - 1);
  }
}

}  // namespace milliamp::tests

#endif
