/// @file
/// Runs of accesses in which each thread accesses its own element: consecutive threads access
/// consecutive elements of a page from one call site, as in `x[i]`, where i is the index of the
/// thread. A run is one record until it ends, so most accesses need not look up the page's record.
#pragma once

#include "race/access_set.h"
#include "race/memory_unit.h"

#include <milliamp/detail/always_inline.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace milliamp::detail::race {

/// The latest run of each call site that one worker used recently.
class own_runs {
 public:
  own_runs() = default;
  own_runs(const own_runs&) = delete;
  own_runs& operator=(const own_runs&) = delete;

  /// Records an access if it continues a run.
  /// @param key identifies the call site and the kind of access, see access_cache::key_of()
  MILLIAMP_ALWAYS_INLINE bool extend(std::uintptr_t key, std::uintptr_t address, std::size_t size,
                                     thread_id thread) {
    run& r = run_of(key);
    // A run ends with its page: the next page has another record.
    if (r.key != key || r.end != address || r.next != thread || page::offset(address) == 0) {
      return false;
    }
    r.end = address + size;
    r.next = thread + 1;
    return true;
  }
  /// Begins a run after an access that has been recorded.
  /// @param owned the record, whose blocks are the elements
  void begin_after(std::uintptr_t key, std::uintptr_t address, std::size_t size, thread_id thread,
                   owned_bytes& owned) {
    run& r = run_of(key);
    if (r.key == 0) {
      begun_[begun_count_++] = &r;
    } else {
      record(r);
    }
    r = {key, address + size, address + size, &owned, thread + 1};
  }
  /// Records all runs. There are few, and an atomic operation may need their records.
  void end() {
    while (begun_count_ != 0) {
      run& r = *begun_[--begun_count_];
      record(r);
      r = {};
    }
  }

 private:
  struct run {
    std::uintptr_t key = 0;  ///< 0: there is no run
    std::uintptr_t begin = 0, end = 0;
    owned_bytes* owned = nullptr;
    thread_id next = 0;  ///< the thread that would continue the run
  };

  run& run_of(std::uintptr_t key) { return runs_[(key ^ key >> 8) % runs_.size()]; }
  static void record(const run& r) {
    if (r.begin != r.end) r.owned->set_range(page::offset(r.begin), r.end - r.begin);
  }

  static constexpr std::size_t most = 256;

  std::array<run, most> runs_{};  ///< a direct-mapped cache
  std::array<run*, most> begun_;  ///< those with a key
  std::size_t begun_count_ = 0;
};

}  // namespace milliamp::detail::race
