/// @file
/// The race detector of one worker: watches the tile that REF runs on it.
///
/// The engine tells it which thread runs and when an epoch ends; the instrumented code tells it of
/// every access (see entry_points.cpp). The threads of a tile are ordered by barriers alone, so two
/// accesses to a byte by different threads in one epoch are concurrent whatever the schedule, and
/// two in different epochs never are (spec 8.1.2.3). Nothing here is shared between workers: no
/// lock and no shared cache line on the way of an access.
#pragma once

#include "check/launch_context.h"
#include "check/race_log.h"
#include "check/shadow.h"
#include "check/sites.h"
#include "engine/tile_arena.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace milliamp::detail {

class tile_checker {
 public:
  // --- What the engine tells ---------------------------------------------------------------------

  /// A launch begins on this worker.
  void begin_launch();
  /// Its part on this worker ends; what was found goes to the launch.
  void end_launch(launch_context& launch);

  void begin_tile(const std::int32_t (&coordinates)[3], std::uint64_t number);
  void end_tile();
  /// From now on, accesses are this thread's.
  void switch_to(thread_number thread) { thread_ = thread; }
  /// All threads have passed a barrier with this fence.
  void end_epoch(fence kind);
  void note_fence(thread_number, fence) {}

  // --- What the instrumented code tells ----------------------------------------------------------

  /// The checker of the tile that the calling thread runs, or null.
  static tile_checker* active() { return active_; }

  /// An access of Size bytes, a power of two up to 16.
  template <unsigned Size>
  void access(const void* address, access_kind kind, const void* return_address);

  /// An access of any number of bytes.
  void access_range(const void* address, std::size_t size, access_kind kind,
                    const void* return_address);

 private:
  /// The shadow memory of a part of the arena.
  struct region {
    std::uintptr_t begin;
    std::size_t size;
    std::vector<shadow_cell> cells;
  };

  void access_word(shadow_cell& cell, slot key, std::uintptr_t address) {
    slot& first = cell.slots[0];
    if (first.epoch() != epoch_) {
      first = key.with_thread(thread_);
      return;
    }
    if (first.has_key(key) && first.covers(thread_)) return;
    access_shared_word(cell, key, address);
  }

  void access_shared_word(shadow_cell& cell, slot key, std::uintptr_t address);
  void report_conflict(slot earlier, slot own, slot key, std::uintptr_t address);
  void next_epoch();

  static thread_local tile_checker* active_ __attribute__((tls_model("initial-exec")));

  // Touched by every access.
  std::uintptr_t begin_ = 0;  ///< of the first region
  std::size_t size_ = 0;
  shadow_cell* cells_ = nullptr;
  std::uint64_t epoch_ = 0;
  thread_number thread_ = 0;

  std::int32_t tile_coordinates_[3] = {};
  std::uint64_t tile_number_ = 0;
  bool is_watching_ = false;
  std::vector<region> regions_;
  std::unordered_map<const shadow_cell*, std::vector<slot>> overflows_;
  tile_arena arena_;
  race_log races_;
};

template <unsigned Size>
inline void tile_checker::access(const void* address, access_kind kind,
                                 const void* return_address) {
  const auto a = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t offset = a - begin_;
  if (offset >= size_ || (Size <= 4 ? (a & 3) + Size > 4 : (a & 3) != 0)) {
    return access_range(address, Size, kind, return_address);
  }
  const std::uint64_t bytes = Size >= 4 ? 15 : ((1u << Size) - 1) << (a & 3);
  const slot key =
      slot::make_key(kind, epoch_, site_numbers::number_of(return_address), bytes);
  shadow_cell* cell = cells_ + offset / 4;
  for (unsigned word = 0; word < (Size + 3) / 4; ++word) {
    access_word(cell[word], key, (a & ~std::uintptr_t{3}) + word * 4);
  }
}

}  // namespace milliamp::detail
