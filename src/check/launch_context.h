/// @file
/// One launch on REF, as all workers that take part in it share it.
#pragma once

#include "base/listener.h"
#include "check/tile_static_use.h"
#include "check/unwritten_memory.h"
#include "engine/thread_position.h"
#include "race/access.h"
#include "race/access_log.h"
#include "race/global_shadow.h"
#include "report/finding_list.h"
#include "symbolize/captures.h"

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace milliamp::detail::check {

class launch_context {
 public:
  explicit launch_context(const tiled_kernel& kernel);
  explicit launch_context(const untiled_kernel& kernel);
  /// By now, all workers are done.
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

  /// See thread_id.
  unsigned tile_shift() const { return tile_shift_; }
  bool is_one_tile(race::thread_id a, race::thread_id b) const {
    return (a ^ b) >> tile_shift_ == 0;
  }
  thread_position position_of(race::thread_id thread) const;

  race::global_shadow& memory() { return memory_; }
  const unwritten_at_launch& unwritten() const { return unwritten_; }

  /// Names the variable and the element at an address of global memory.
  /// Returns whether the kernel has captured it.
  bool describe_global(std::uintptr_t address, finding& found) const;

  /// The captured array or view that begins there and has these lengths; empty when there is none.
  std::string container_at(const void* data, const std::vector<std::int64_t>& lengths) const;

  /// Moves what a worker has found into the launch.
  void take(race::access_log& found);

  /// Moves what a worker has seen of the use of tile_static memory into the launch.
  void take(tile_static_use& seen);
  const tile_static_use& used_tile_static() const { return tile_static_use_; }

  /// All tiles have run: checks the tile_static memory that they have used.
  void finish();

  /// Takes another finding in.
  void take(finding found);

  /// Reports what has been taken in. Workers may still be running, when the process is about to
  /// end.
  void report();

 private:
  std::vector<symbolize::captured_memory> captures() const;
  std::optional<symbolize::captured_memory> pointer_to(const void* address) const;

  const base::listener listener_;
  const tiled_kernel* tiled_ = nullptr;
  const untiled_kernel* untiled_ = nullptr;
  const std::uint64_t number_;
  unsigned tile_shift_ = 0;
  race::global_shadow memory_;
  unwritten_at_launch unwritten_;
  std::mutex mutex_;
  race::access_log accesses_;
  tile_static_use tile_static_use_;
  report::finding_list others_;
};

}  // namespace milliamp::detail::check
