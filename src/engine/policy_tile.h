/// @file
/// The tile of REF for schedules with a policy. When no thread is ready, all must wait at the same
/// barrier, which ends an epoch, or have returned; anything else is barrier divergence.
#pragma once

#include "diagnose/barrier_divergence.h"
#include "engine/policy_threads.h"
#include "engine/waiting_threads.h"

#include <exception>
#include <vector>

namespace milliamp::detail::engine {

template <observer Observer>
class policy_tile final : public tile, public policy_threads<Observer> {
 public:
  using launch_type = typename Observer::launch;

  explicit policy_tile(Observer& observer);

  /// Prepares the tile for a launch. Returns the stacks of the threads.
  thread_stacks begin_launch(const tiled_kernel& kernel, launch_type& launch,
                             const policy_of_launch& policy);

  /// Runs all threads of the tile at these coordinates.
  /// @param tile_number the number of the tile in its launch
  /// @throws concurrency::runtime_exception as warp_tile::run does
  void run(const tile_coordinates& coordinates, std::uint64_t tile_number);

 private:
  using threads = policy_threads<Observer>;

  /// Where a thread has stopped.
  struct stop {
    const void* barrier;  ///< the return address of its call; null: the thread has returned
    std::uintptr_t call_stack_id;
    fence kind;

    bool operator==(const stop&) const = default;
  };
  static constexpr stop returned{nullptr, 0, fence::all};

  static switch_request wait_at_barrier(tile& base, thread_number thread, fence kind);
  static switch_request wait_at_address(tile& base, thread_number thread, fence kind,
                                        const void* barrier);
  static void on_fence_between(tile& base, thread_number thread, fence kind);

  void run_kernel(thread_number thread) override;
  thread_position position(thread_number thread) const override {
    return position_of(*kernel_, coordinates, thread);
  }
  void on_failure(std::exception_ptr failure) override;

  void end_round();
  void resume_all();
  bool have_all_returned() const;
  std::vector<diagnose::barrier_stop> states() const;

  const tiled_kernel* kernel_ = nullptr;
  launch_type* launch_ = nullptr;
  std::vector<stop> stops_;  ///< the stops of the threads; the last one for threads that run
  std::exception_ptr failure_;
  waiting_threads waiting_;
  described_tile description_{};
};

}  // namespace milliamp::detail::engine

#include "engine/policy_tile_impl.h"
