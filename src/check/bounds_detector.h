/// @file
/// Monitors threads that have used an index out of the bounds of a C array.
///
/// The compiler's check reports the index before the access. The access, as far as it is known, is
/// undone, and takes no part in data races and uninitialized reads. Until the thread's turn ends,
/// it may also access other memory, by a pointer that it has made from the index: the detector ends
/// the thread before that damages the process.
#pragma once

#include "check/access_undo.h"
#include "check/checked_thread.h"
#include "check/overrun.h"
#include "check/progress_detector.h"

#include <pthread.h>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace milliamp::detail::check {

class bounds_detector {
 public:
  bounds_detector(checked_thread& thread, progress_detector& progress, access_undo& undo,
                  race::slow_path& slow)
      : thread_(thread), progress_(progress), undo_(undo), slow_(slow) {}

  void on_launch_begin() { past_.clear(); }
  void on_tile_begin() { past_.clear(); }

  /// The running thread has used an index out of bounds, which has been reported.
  /// @param frame the frame pointer of its function
  void on_bad_index(const void* frame, const bad_index& index);

  /// An access on the slow path. Returns whether it needs no further check; does not return if the
  /// access would damage the process.
  bool on_access(std::uintptr_t address, std::size_t size, race::operation op,
                 const void* return_address) {
    if (address - system_thread_ < system_thread_size || system_thread_ - address < size)
        [[unlikely]] {
      stop_after_variables(address, op, return_address);
      return true;
    }
    return slow_.has(race::slow_path::overrun) && follow_overrun(address, size, op, return_address);
  }

  /// Whether the page of an address may also have memory whose accesses concern the detector: that
  /// of thread-local variables.
  bool may_share_page(std::uintptr_t address) const {
    constexpr std::uintptr_t reach = system_thread_size + race::page::size;
    return address - (system_thread_ - reach) < 2 * reach;
  }

  /// The running thread is about to perform an atomic operation outside of its variable.
  void on_outside_access(const void* location, const void* return_address);

  /// Whether the running thread has used a bad index in this turn and may access any address.
  bool may_overrun() const {
    return slow_.has(race::slow_path::overrun) && current_.turn == progress_.turn();
  }
  /// Whether an access is in the source line of that index. If it also leads to no known memory,
  /// it is assumed to use the index: the addresses of a thread's local arrays are not known.
  bool is_in_line_of_overrun(const void* return_address) const;
  /// Whether an access uses the index that has been reported last.
  bool is_overrun(std::uintptr_t address, const void* return_address) const;
  /// Whether an earlier access of the tile was out of bounds.
  bool was_overrun(std::uintptr_t address, const race::thread_access& access) const;

  /// Ends the running thread without destructors.
  [[noreturn]] void end_thread();

 private:
  bool follow_overrun(std::uintptr_t address, std::size_t size, race::operation op,
                      const void* return_address);
  bool is_damage(std::uintptr_t address, const void* return_address) const;
  void stop_after_variables(std::uintptr_t address, race::operation op, const void* return_address);
  void report_after(const void* location, bool is_in_no_variable, race::operation op,
                    const void* return_address);
  void forget();

  checked_thread& thread_;
  progress_detector& progress_;
  access_undo& undo_;
  race::slow_path& slow_;

  /// The C library's thread control block, which on some architectures follows the last
  /// thread-local variable of the program. Only its first bytes are likely targets.
  const std::uintptr_t system_thread_ = reinterpret_cast<std::uintptr_t>(pthread_self());
  static constexpr std::size_t system_thread_size = 1024;

  /// Valid while the slow path has the reason `overrun`.
  struct {
    std::uintptr_t frame = 0;
    std::uint64_t turn = 0;
    std::size_t depth = 0;
    overrun access;
  } current_;

  struct past_overrun {
    race::thread_id thread;
    overrun access;
  };
  std::vector<past_overrun> past_;  ///< in this tile
};

}  // namespace milliamp::detail::check
