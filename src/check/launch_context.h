/// @file
/// State of a launch on REF that all of its workers share.
#pragma once

#include "base/listener.h"
#include "check/tile_static_use.h"
#include "check/unwritten_memory.h"
#include "diagnose/fact.h"
#include "engine/thread_position.h"
#include "race/access.h"
#include "race/access_log.h"
#include "race/global_shadow.h"
#include "race/shared_values.h"
#include "race/write_serializer.h"
#include "report/finding_list.h"

#include <cstddef>
#include <cstdint>
#include <mutex>

namespace milliamp::detail::check {

class launch_context {
 public:
  explicit launch_context(const tiled_kernel& kernel);
  explicit launch_context(const untiled_kernel& kernel);
  /// Called when all workers are done.
  ~launch_context() { report(); }
  launch_context(const launch_context&) = delete;
  launch_context& operator=(const launch_context&) = delete;

  /// The number of the launch (see take_launch_number()).
  std::uint64_t number() const { return number_; }

  bool is_tiled() const { return tiled_ != nullptr; }
  std::size_t threads_in_tile() const { return tiled_ != nullptr ? tiled_->threads() : 1; }
  const void* kernel_function() const;
  std::size_t kernel_size() const;
  /// A function in the object file that calls the kernel.
  const void* kernel_code() const;
  diagnose::kernel_function kernel() const { return {kernel_function(), kernel_code()}; }

  /// See thread_id.
  unsigned tile_shift() const { return tile_shift_; }
  bool is_one_tile(race::thread_id a, race::thread_id b) const {
    return (a ^ b) >> tile_shift_ == 0;
  }
  thread_position position_of(race::thread_id thread) const;

  race::global_shadow& memory() { return memory_; }
  race::shared_values& values() { return values_; }
  race::write_serializer& turns() { return turns_; }
  const unwritten_at_launch& unwritten() const { return unwritten_; }

  /// Moves the faults that a worker has detected into the launch.
  void take(race::access_log& found);

  /// Moves the tile_static variables that a worker has seen in use into the launch.
  void take(tile_static_use& seen);
  const tile_static_use& used_tile_static() const { return tile_static_use_; }

  /// Adds a finding to those of the launch.
  void take(const diagnose::fact& found);
  void take(finding found);

  /// Reports all findings so far. Workers may still be running if the process is about to end.
  void report();

 private:
  const base::listener listener_;
  const tiled_kernel* tiled_ = nullptr;
  const untiled_kernel* untiled_ = nullptr;
  const std::uint64_t number_;
  unsigned tile_shift_ = 0;
  race::global_shadow memory_;
  race::shared_values values_;
  race::write_serializer turns_;
  unwritten_at_launch unwritten_;
  std::mutex mutex_;
  race::access_log accesses_;
  tile_static_use tile_static_use_;
  report::finding_list others_;
};

}  // namespace milliamp::detail::check
