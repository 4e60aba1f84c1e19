/// @file
/// Decides which plain reads of memory that atomic operations change are deliberate.
///
/// A plain read of memory that another thread changes by an unordered atomic operation is no data
/// race (spec 8.1.2.2), but its value depends on the order in which the threads run. In most
/// programs a barrier is missing:
///
///     atomic_fetch_inc(&n);
///     a[t] = n;              // reported: 1 to 64, by schedule
///
/// Other programs do this on purpose, because an operation of the same thread on the same memory
/// validates what has been read:
///
///     int old = *p;                                            // validated
///     while (!atomic_compare_exchange(p, &old, old + x)) {}
///
///     if (x > *p) atomic_fetch_max(p, x);                      // validated
///     while (*next < end) { i = atomic_fetch_inc(next); … }    // validated
///
///     a[t] = n;                                                // reported
///     atomic_fetch_inc(&n);
///
/// So a read is validated if an atomic operation on the memory follows in the same thread and
/// epoch, whether it changes the memory or not. But an addition whose result is not used has the
/// same effect whatever has been read, so it validates nothing. The thread may skip that operation,
/// as in the second example. So a read is not reported if any thread of the launch has validated
/// the same expression, or one in the same line if the debug information has no columns.
///
/// Shadow memory names two threads for each call site. Of further ones, tile_reads remembers the
/// latest reads. What a thread has read before these, or before a barrier that does not order the
/// memory, is unknown, and the read may be validated. Within a tile, the conflict with that
/// operation is not reported, but those with others are. Between tiles, where accesses are compared
/// when the launch has ended, no read by the expression is reported.
///
/// Threads that execute fences order themselves by a protocol, as by polling:
///
///     while (*flag == 0) {}
///     all_memory_fence(t.barrier);
///
/// In a launch with such fences no read of the kind of memory that they order is reported; see
/// checked_launch::report().
///
/// Where each thread is a tile of its own, as in an untiled launch, shadow memory does not record
/// what the thread of an atomic operation has read. thread_reads has its latest reads; if it has
/// made others, the operation may validate them.
#pragma once

#include <cstdint>
#include <set>

namespace milliamp::detail::race {

class validated_reads {
 public:
  enum class evidence : std::uint8_t { none, perhaps, certain };

  /// @param call_site the call site of a read, see call_site_number()
  void add(std::uint32_t call_site, evidence e) {
    if (e == evidence::certain) certain_.insert(call_site);
    if (e == evidence::perhaps) perhaps_.insert(call_site);
  }
  bool empty() const { return certain_.empty() && perhaps_.empty(); }
  bool is_certain(std::uint32_t call_site) const { return certain_.contains(call_site); }

  void move_to(validated_reads& other) {
    other.certain_.merge(certain_);
    other.perhaps_.merge(perhaps_);
    certain_.clear();
    perhaps_.clear();
  }

  /// Whether a read is exempt, when all threads have ended. The compiler may have duplicated an
  /// expression, or the program may call a function from several call sites.
  bool exempt(std::uint32_t call_site, bool is_within_tile) const;

 private:
  std::set<std::uint32_t> certain_;
  std::set<std::uint32_t> perhaps_;
};

}  // namespace milliamp::detail::race
