/// @file
/// Races, order-dependent reads and uninitialized reads that the workers of a launch have detected,
/// merged by code location and variable.
#pragma once

#include "diagnose/fact.h"
#include "race/access.h"
#include "race/memory_kind.h"
#include "race/validated_reads.h"
#include "report/finding.h"
#include "symbolize/tile_variables.h"

#include <compare>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace milliamp::detail::race {

/// A kind of access by one instruction.
struct call_site_access {
  report::access_kind kind;
  std::uint32_t call_site;  ///< see call_site_number()

  auto operator<=>(const call_site_access&) const = default;
};

struct thread_access {
  call_site_access access;
  thread_id thread;
};

/// The memory of a faulty access, and the barriers before the access.
struct accessed_memory {
  std::uintptr_t address;
  symbolize::tile_static_location tile_static{};  ///< its variable is null for global memory
  bool is_tile_static = false;
  bool is_within_tile = false;    ///< both threads are of one tile
  bool barrier_between = false;   ///< `barrier` is between them, but its fence omits the memory
  const void* barrier = nullptr;  ///< return address of the tile's last barrier; null: none
  bool after_fences = false;      ///< one of the threads has passed a memory fence since then
};

/// Faulty accesses. Each worker has a separate log, which needs no lock.
class access_log {
 public:
  /// Faults with equal keys are merged. An uninitialized read has one call site, which is used for
  /// both.
  struct fault_key {
    finding_kind kind;
    call_site_access first;
    call_site_access second;
    const symbolize::tile_variable* variable;
    bool is_within_tile;  ///< faults within a tile and between tiles have different repairs

    auto operator<=>(const fault_key&) const = default;
  };

  /// Adds a fault of two accesses, in either order: a race or an order-dependent read.
  /// @param same_value whether both are assumed to write the same value, until deny_same_value()
  fault_key add_fault(thread_access a, thread_access b, const accessed_memory& memory,
                      bool same_value = false);

  /// Records that racing writes write different values, or may do so.
  void deny_same_value(const fault_key& race) {
    if (const auto found = faults_.find(race); found != faults_.end()) {
      found->second.same_value = false;
    }
  }

  /// Clears same_value for accesses within a tile if other tiles have also written the memory: the
  /// tile's values cannot be distinguished from theirs.
  void deny_same_value_between_tiles();

  /// The validated reads of the worker, whose faults are dropped in the end.
  validated_reads& validated() { return validated_; }
  const validated_reads& validated() const { return validated_; }
  void drop_order_dependent_reads(memory_kind memory);

  /// Adds an uninitialized read. A read that races with a write is reported as that race only: in
  /// another order the read would have come second. In global memory, a race of the same
  /// instruction on the same page is enough.
  void add_uninitialized_read(const thread_access& reader, const accessed_memory& memory);

  /// Called when all races are known: decides which reads of global memory are faults.
  void settle_global_reads();

  /// Removes the faults of the current tile in which either access is wrong.
  void remove_if(const std::function<bool(const thread_access&, std::uintptr_t address)>& is_wrong);

  /// Called when all threads of a tile have ended.
  void end_tile();

  /// Records the call stack of a call site, if none has been recorded.
  void remember_calls(std::uint32_t call_site, std::vector<const void*> frames);

  void move_to(access_log& other);

  /// All faults as facts.
  /// @param position_of the coordinates of a thread of the launch
  std::vector<diagnose::fact> facts(
      const diagnose::kernel_function& kernel,
      const std::function<thread_position(thread_id)>& position_of) const;
  /// One fault as a fact.
  diagnose::fact fact_of(const fault_key& k, const diagnose::kernel_function& kernel,
                         const std::function<thread_position(thread_id)>& position_of) const;

  /// An access with the call stack of its call site.
  diagnose::kernel_access access_of(
      const thread_access& a, const std::function<thread_position(thread_id)>& position_of) const;

  /// A call site by its number, with its call stack.
  diagnose::call_site call_site_of(std::uint32_t number) const;

  bool empty() const {
    return faults_.empty() && global_reads_.empty() && racing_.empty() && calls_.empty() &&
           validated_.empty();
  }

 private:
  struct fault {
    thread_access first;
    thread_access second;
    accessed_memory memory;
    std::uint64_t count;      ///< words, tiles and epochs in which it arose
    bool same_value = false;  ///< each time, both accesses wrote the same value
  };

  using entry = std::pair<const fault_key, fault>;
  /// The accesses of an instruction to a page of global memory.
  using page_key = std::pair<call_site_access, std::uintptr_t>;

  template <class Key>
  static void add(std::map<Key, fault>& faults, const Key& k, const fault& f);
  static std::pair<thread_access, thread_access> in_order(const fault& f);
  std::vector<const entry*> in_order() const;
  void add_uninitialized_read(const fault& f);

  std::map<fault_key, fault> faults_;
  validated_reads validated_;
  /// Reads of unwritten tile_static memory in the current tile, by address and call site.
  std::map<std::pair<std::uintptr_t, std::uint32_t>, fault> reads_before_writes_;
  /// Reads of unwritten global memory.
  std::map<page_key, fault> global_reads_;
  std::set<page_key> racing_;
  std::map<std::uint32_t, std::vector<const void*>> calls_;
};

}  // namespace milliamp::detail::race
