/// @file
/// Reports threads that spin as no_progress and ends them. spin_watch detects them.
#pragma once

#include "check/checked_thread.h"
#include "check/spin_watch.h"
#include "race/access.h"
#include "race/slow_path.h"

#include <milliamp/detail/always_inline.h>

#include <cstdint>

namespace milliamp::detail::check {

class progress_detector {
 public:
  progress_detector(checked_thread& thread, race::slow_path& slow)
      : thread_(thread), slow_(slow), watch_(slow) {}

  void on_launch_begin() { watch_.begin_launch(); }
  void on_launch_end() { watch_.end_launch(); }
  MILLIAMP_ALWAYS_INLINE void on_turn_begin() { watch_.begin_turn(); }
  /// No kernel thread runs until resume().
  void rest() { watch_.rest(); }
  void resume() {
    watch_.begin_turn();
    watch_.resume();
  }
  /// Counts steps of the loop over points as progress; null: there is no loop.
  void set_point(const counter* point) { point_ = point; }

  /// Identifies the turn of the running thread.
  std::uint64_t turn() const { return watch_.turn(); }

  /// An access on the slow path. Does not return if the thread spins.
  void on_access(std::uintptr_t address, race::operation op, const void* return_address) {
    if (slow_.has(race::slow_path::suspected_spin)) [[unlikely]]
      examine(address, op, return_address);
  }

  /// A signal has interrupted a suspected thread. Does not return if the thread spins without any
  /// access.
  /// @param location the interrupted code, as a return address
  void on_signal(const void* location);

 private:
  std::uint64_t progress() const {
    return point_ != nullptr ? static_cast<std::uint64_t>(*point_) : 0;
  }
  void examine(std::uintptr_t address, race::operation op, const void* return_address);
  void end_spinning();

  checked_thread& thread_;
  race::slow_path& slow_;
  spin_watch watch_;
  const counter* point_ = nullptr;
};

}  // namespace milliamp::detail::check
