/// @file
/// The races of a kernel by the rules of spec 8.1.2, with which the race detector is compared. It
/// is written to be verified against the specification; it is slow, and shares neither code nor
/// method with the detector.
///
/// A race is a pair of operations by different threads that overlap in a byte and are both
/// incompatible and concurrent (8.1.2.4).
///
/// **Compatible** (8.1.2.2): the table. Read and read, read and atomic, atomic and atomic are; a
/// write is compatible with nothing. (The text above the table also asks for equal widths and
/// alignment. What an instrumented program shows are the accesses that the compiler has made of
/// those in the source, two neighbours read as one for instance, so their widths say nothing about
/// the program; and reads disturb no other access, whatever their widths are.)
///
/// **Concurrent** (8.1.2.3), across tiles: always. Threads of an untiled launch are as threads of
/// different tiles (8.1.2, 2b).
///
/// **Concurrent**, within a tile: when no order is established. The specification defines that by
/// interleavings S = <M0, F1, M1, …, FL, ML> of all fences F with sets M of memory operations that
/// respect program order around each fence (condition 1) and the values that were read (2 and 3):
/// operations that share a set in some such S are concurrent. So a is ordered before b in the
/// history of a tile when every S has a fence between them, that is, when these direct orders, one
/// after the other, lead from a to b:
///
///  1. A thread's operation on a kind of memory comes before a later fence of this thread that is a
///     fence of that kind, and after an earlier one (condition 1). Nothing else orders the
///     operations of one thread, for the model is weak (8.1).
///  2. A barrier is a fence too, and the fences of all threads at a barrier appear uninterrupted,
///     with no operation between them: they are one fence, which belongs to every thread.
///  3. An operation that read what an atomic operation stored comes after it (conditions 2 and 3,
///     and the total order of each location's atomic operations, 8.1.2.5). What reads may be
///     another atomic operation or a plain load, which may stand beside atomic ones (8.1.2, 7).
///     As an atomic operation both reads and stores, a chain of them passes the order on. The
///     location L of conditions 2 and 3 is the word of 32 bits that atomic operations act on: a
///     store into any part of it is a store into L, a load of any part a load of L. An access to
///     several words is one to each of them: in the source it may have been several.
///  4. Fences of one thread that are fences of a common kind of memory stay in their order.
///
/// The definition fixes one kind of memory, and 1 to 3 say what it says for that kind alone. Rule 4
/// joins the kinds: all_memory_fence is a fence of both (4.5.4), and the happens-before that fences
/// establish encompasses the threads' cumulative execution (8.1.2), so that data in an array may be
/// published by all_memory_fence and an atomic flag in tile_static memory, as in C++, with which
/// the model is consistent but for a list of exceptions that does not exclude this.
///
/// Two orders that conditions 2 and 3 would give in one history are no part of this:
///  - after a plain store, by reading what it stored: a read and a plain store with no other order
///    between them are a race, so nothing that is built on their order matters;
///  - before an atomic operation, by having read an older value: the reader could have come later,
///    and what it did before that read does not depend on it, so there is an execution in which the
///    two sides are concurrent, and that is enough (8.1.2.3, the last sentence on histories).
#pragma once

#include "reliability/kernel.h"

#include <boost/dynamic_bitset.hpp>

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace reliability {

/// Two places whose accesses to a memory race; `one <= other`. Races within a tile and between
/// tiles are different.
struct race {
  memory where;
  bool is_within_tile;
  place one;
  place other;

  friend auto operator<=>(const race&, const race&) = default;
};

race make_race(memory where, bool is_within_tile, const place& a, const place& b);
std::string to_string(const race& r);

/// The rules of the model. A test disables one to verify that the comparison notices.
enum class rule {
  reads_are_compatible,        ///< 8.1.2.2, the table: read and read
  atomics_are_compatible,      ///< 8.1.2.2, the table: atomic and atomic
  atomics_bear_reads,          ///< 8.1.2.2, the table: read and atomic; 8.1.2, exception 7
  bytes_overlap,               ///< 8.1.2.2: "the same (or overlapping) memory location"
  threads_differ,              ///< 8.1.2.3: "two memory operations by different threads"
  tiles_are_concurrent,        ///< 8.1.2.3: "from different tiles are always concurrent"
  tiles_own_tile_static,       ///< 2.4.3.5.1
  threads_own_locals,          ///< 8.1.2, 1: only two types of memory are shared
  barriers_are_fences_of_all,  ///< 8.1.2.3: "A barrier behaves like a fence"
  fences_order_their_thread,   ///< 8.1.2.3, condition 1
  fences_have_kinds,           ///< 8.1.2.3: "Fix a sharable memory type"; 8.1.2, exception 5
  atomics_carry_order,         ///< 8.1.2.3, conditions 2 and 3
  plain_stores_end_chains,     ///< 8.1.2.3, condition 2: values stored in between
  failures_store_nothing,      ///< 8.1.2.3, condition 2: "containing at least one store"
  fences_stay_in_order         ///< rule 4 above
};
inline constexpr int rules = 15;

class reference_model {
 public:
  /// @param order in which order the operations of each tile took place @param left_out a rule
  /// that is not to hold
  reference_model(const kernel& k, const trace& order, std::optional<rule> left_out = std::nullopt);

  const std::set<race>& races() const { return races_; }

  /// Whether these threads race at the places of the race, the first at its `one`. Threads are
  /// numbered through all tiles: tile by tile, with the last dimension fastest.
  bool is_instance(const race& r, int thread_at_one, int thread_at_other) const;

  /// Whether one of these threads reads plainly what the other changes by an atomic operation, and
  /// no order is established between them. The places are as those of a race.
  bool is_order_dependent(const race& places, int thread_at_one, int thread_at_other) const;

 private:
  /// Something that a thread has done: an access to a word or to some bytes of it, a fence; or a
  /// barrier, which all threads of a tile have done.
  struct event {
    int tile;
    int thread;  ///< within the tile; -1: all of them
    operation what;
    int begin;  ///< the first of the bytes that are accessed
    int end;    ///< behind them
    bool loads;
    bool stores;
    std::size_t number;  ///< in the order of the tile's events
  };
  /// The events of a tile, and for each of them which ones are ordered before it.
  struct history {
    std::vector<event> events;
    std::vector<boost::dynamic_bitset<>> before;
  };

  bool holds(rule r) const { return r != left_out_; }
  history make_history(int tile, const tile_program& program,
                       const std::vector<trace_entry>& order) const;
  void establish_order(history& h) const;
  bool is_ordered_by_fence(const event& earlier, const event& later) const;
  bool are_compatible(const operation& a, const operation& b) const;
  bool overlap(const event& a, const event& b) const;
  bool meet(const event& a, const event& b) const;
  bool are_racing(const event& a, const event& b) const;
  bool are_order_dependent(const event& a, const event& b) const;
  template <class Predicate>
  bool has_instance(const race& places, int thread_at_one, int thread_at_other,
                    Predicate predicate) const;
  bool are_concurrent(const event& a, const event& b) const;

  std::optional<rule> left_out_;
  int threads_in_tile_;
  std::vector<history> tiles_;
  std::vector<event> accesses_;  ///< the accesses of all tiles
  std::set<race> races_;
};

}  // namespace reliability
