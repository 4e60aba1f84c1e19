/// @file
/// The data that the race detectors of all workers share during a launch on REF.
#pragma once

#include "race/access.h"
#include "race/global_shadow.h"

#include <atomic>
#include <cstddef>

namespace milliamp::detail::race {

class launch_races {
 public:
  /// @param kernel_code a function of the kernel, which identifies it
  /// @param threads the number of threads in a tile
  launch_races(const void* kernel_code, bool is_tiled, std::size_t threads);

  bool is_tiled() const { return is_tiled_; }
  std::size_t threads_in_tile() const { return threads_; }
  /// See thread_id.
  unsigned tile_shift() const { return tile_shift_; }
  bool is_one_tile(thread_id a, thread_id b) const { return (a ^ b) >> tile_shift_ == 0; }

  global_shadow& memory() { return memory_; }

  /// Whether this kernel has executed a fence before, so that tiles begin with an exact history.
  bool has_fences() const { return has_fences_.load(std::memory_order_relaxed); }
  void record_fence();

 private:
  const void* const kernel_code_;
  const bool is_tiled_;
  const std::size_t threads_;
  const unsigned tile_shift_;
  std::atomic<bool> has_fences_;
  global_shadow memory_;
};

}  // namespace milliamp::detail::race
